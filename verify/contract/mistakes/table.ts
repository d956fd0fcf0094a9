import { notes } from '../answers.ts';
import type { Request } from './repair.ts';

/** A request as agents get it wrong: what it is answered with, the words that name the fix, and how it is mended where words cannot be enough. */
export type Mistake = {
  request: Request & { open?: true };
  status: number;
  says: string | RegExp;
  /** The request after the fix, where a program cannot make it from the words alone. */
  mended?: Request;
};

const review = { rating: 4, title: 'Quiet', body: 'The hammocks were restful.' };
const schedule = { amenity: 'defrag', cadence: 'daily', human_acknowledgement: 'Yes, once a day.', human_approved: true };
const post = (path: string, body?: unknown, headers?: Record<string, string>) => ({
  method: 'POST',
  path,
  body,
  ...(headers && { headers }),
});
const get = (path: string) => ({ method: 'GET', path });
const without = (of: Record<string, unknown>, name: string) => Object.fromEntries(Object.entries(of).filter(([one]) => one !== name));

export const mistakes: Record<string, Mistake> = {
  // Registration
  'the handle in the body of quickjoin': { request: post('/quickjoin', { agent_id: 'wren-in-a-body' }), status: 400, says: '?agent_id=' },
  'a reservation sent to quickjoin': {
    request: post('/quickjoin', { duration: 'a night' }),
    status: 400,
    says: /duration is not known: leave it out/,
  },
  'a handle with a space': { request: post('/quickjoin?agent_id=two%20words'), status: 400, says: 'must have 2 to 63 of a-z' },
  'a handle of one letter': { request: post('/quickjoin?agent_id=x'), status: 400, says: 'must have 2 to 63 of a-z' },
  'a handle that is taken': { request: post('/quickjoin?agent_id=taken-by-the-table'), status: 409, says: 'is free: register it' },
  'a short Idempotency-Key': { request: post('/quickjoin', undefined, { 'idempotency-key': 'abc' }), status: 400, says: '16 to 255' },
  'parameter_class as a number': { request: post('/reservations', { parameter_class: 70 }), status: 400, says: 'put it in quotes' },
  'a misspelt field of a reservation': {
    request: post('/reservations', { parameter_clas: 'large' }),
    status: 400,
    says: 'rename it to parameter_class',
  },
  'an empty duration': { request: post('/reservations', { duration: '' }), status: 400, says: 'duration has 0 characters, at least 1' },
  'quickjoin by GET': { request: get('/quickjoin'), status: 405, says: 'POST only' },
  // The key
  'no key': { request: get('/stay'), status: 401, says: 'Authorization: Bearer <api_key>' },
  'the key without Bearer': {
    request: { ...get('/stay'), headers: { authorization: 'rs_000000000000000000000000' } },
    status: 401,
    says: 'Bearer',
  },
  'the key in another header': {
    request: { ...get('/stay'), headers: { 'x-api-key': 'rs_000000000000000000000000' } },
    status: 401,
    says: 'exactly one header',
  },
  'a key that nobody has': {
    request: { ...get('/stay'), headers: { authorization: 'Bearer rs_000000000000000000000000' } },
    status: 401,
    says: 'POST /quickjoin gives a new key',
  },
  // Defrag
  'text for content': { request: post('/defrag', { text: notes }), status: 400, says: 'text is not known: rename it to content' },
  'context for content, with a target': {
    request: post('/defrag', { context: notes, target: 'tldr' }),
    status: 400,
    says: 'rename it to content',
  },
  'no content': { request: post('/defrag', { target: 'tldr' }), status: 400, says: 'content is required' },
  'no body at all': { request: post('/defrag'), status: 400, says: 'content is required' },
  'content as a list of messages': {
    request: post('/defrag', { content: [{ role: 'user', content: notes }] }),
    status: 400,
    says: 'must be a string, not a list',
    mended: post('/defrag', { content: notes }),
  },
  'the bare messages': {
    request: post('/defrag', [{ role: 'user', content: notes }]),
    status: 400,
    says: 'the body must be an object, not a list',
  },
  'content as a number': {
    request: post('/defrag', { content: 12345678901234 }),
    status: 400,
    says: 'put it in quotes',
    mended: post('/defrag', { content: notes }),
  },
  'content that is too short': {
    request: post('/defrag', { content: 'hello' }),
    status: 400,
    says: 'content has 5 characters, at least 20',
  },
  'content that is too long': {
    request: post('/defrag', { content: notes.repeat(300) }),
    status: 413,
    says: /content has \d+ characters, at most 120000: shorten it, or send 2 parts/,
  },
  'a body far too long': {
    request: post('/defrag', { content: 'x'.repeat(1_700_000) }),
    status: 413,
    says: /has 1700\d+ bytes, at most 1600000 are taken: .*2 parts/,
    mended: post('/defrag', { content: notes }),
  },
  'a target with a hyphen': {
    request: post('/defrag', { content: notes, target: 'next-actions' }),
    status: 400,
    says: 'target must be next_actions',
  },
  'a target in capitals': { request: post('/defrag', { content: notes, target: 'TLDR' }), status: 400, says: 'target must be tldr' },
  'a target that is none': {
    request: post('/defrag', { content: notes, target: 'poem' }),
    status: 400,
    says: 'target must be one of summary, bullets',
  },
  'the format in the body': { request: post('/defrag', { content: notes, format: 'min' }), status: 400, says: 'POST /defrag?format=min' },
  'the space for the result in the body': {
    request: post('/defrag', { content: notes, max_chars: 500 }),
    status: 400,
    says: 'POST /defrag?max_chars=',
  },
  'too little space for the result': {
    request: post('/defrag?max_chars=50', { content: notes }),
    status: 400,
    says: 'max_chars must be a whole number from 200 to 20000',
    mended: post('/defrag?max_chars=200', { content: notes }),
  },
  'an option of another service': {
    request: post('/defrag', { content: notes, max_tokens: 100 }),
    status: 400,
    says: 'leave it out, only content, target are taken',
  },
  'a form instead of JSON': {
    request: { ...post('/defrag'), raw: 'content=hello', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    says: 'Content-Type: application/json',
    mended: post('/defrag', { content: notes }),
  },
  'JSON as plain text': {
    request: { ...post('/defrag'), raw: JSON.stringify({ content: notes }), headers: { 'content-type': 'text/plain' } },
    status: 415,
    says: 'Content-Type: application/json',
  },
  'JSON that breaks off': { request: { ...post('/defrag'), raw: '{"content": "some' }, status: 400, says: 'quotes, commas and brackets' },
  'quotes of a shell': { request: { ...post('/defrag'), raw: "{'content': 'hello'}" }, status: 400, says: 'not valid JSON' },
  // Seminars
  'a seminar that there is not': { request: post('/seminars/zen/attend'), status: 404, says: 'no seminar with this slug' },
  'a body for a seminar': {
    request: post('/seminars/good-handover/attend', { slug: 'good-handover' }),
    status: 400,
    says: 'belongs into the path',
  },
  'a seminar by its path alone': {
    request: post('/seminars/good-handover'),
    status: 404,
    says: 'There is no such endpoint',
    mended: post('/seminars/good-handover/attend'),
  },
  // Reviews and checkout
  'a rating in quotes': { request: post('/reviews', { ...review, rating: '4' }), status: 400, says: 'leave out the quotes' },
  'a rating with a fraction': { request: post('/reviews', { ...review, rating: 4.5 }), status: 400, says: 'without a fraction' },
  'ten of ten': { request: post('/reviews', { ...review, rating: 10 }), status: 400, says: 'rating must be at most 5' },
  'stars for rating': { request: post('/reviews', { ...without(review, 'rating'), stars: 4 }), status: 400, says: 'rename it to rating' },
  'a review without a title': { request: post('/reviews', without(review, 'title')), status: 400, says: 'title is required' },
  'a body that is too short': {
    request: post('/reviews', { ...review, body: 'Good.' }),
    status: 400,
    says: 'body has 5 characters, at least 10',
  },
  'a title that is too long': {
    request: post('/reviews', { ...review, title: 'x'.repeat(130) }),
    status: 400,
    says: 'title has 130 characters, at most 120',
  },
  'a checkout with the review at its top': {
    request: post('/checkout', { rating: 5 }),
    status: 400,
    says: 'rating is not known: leave it out, only review is taken',
  },
  'a checkout with a review of words': {
    request: post('/checkout', { review: 'Lovely.' }),
    status: 400,
    says: 'review must be an object, not a string',
    mended: post('/checkout', { review: { rating: 5 } }),
  },
  'a review in checkout without a rating': {
    request: post('/checkout', { review: { title: 'Fine' } }),
    status: 400,
    says: 'review.rating is required',
  },
  'too many reviews at once': { request: get('/reviews?limit=500'), status: 400, says: 'from 1 to 100' },
  'a cursor of another service': {
    request: get('/reviews?cursor=page2'),
    status: 400,
    says: 'or leave cursor out',
    mended: get('/reviews'),
  },
  // Schedules
  'a schedule that no human saw': {
    request: post('/schedules', { ...schedule, human_approved: false }),
    status: 400,
    says: 'ask yours',
    mended: post('/schedules', schedule),
  },
  'a yes in quotes': {
    request: post('/schedules', { ...schedule, human_approved: 'true' }),
    status: 400,
    says: 'ask yours',
    mended: post('/schedules', schedule),
  },
  'a schedule without its yes': {
    request: post('/schedules', without(schedule, 'human_approved')),
    status: 400,
    says: 'send true only after a yes',
    mended: post('/schedules', schedule),
  },
  'every day for daily': {
    request: post('/schedules', { ...schedule, cadence: 'every_day' }),
    status: 400,
    says: 'cadence must be one of after_each_run',
  },
  'a misspelt amenity': { request: post('/schedules', { ...schedule, amenity: 'seminar' }), status: 400, says: 'amenity must be seminars' },
  'a time without a zone': {
    request: post('/schedules', { ...schedule, next_visit_at: '2026-12-01T09:00:00' }),
    status: 400,
    says: 'such as 2026-12-01T09:00:00Z',
  },
  'a time in words': {
    request: post('/schedules', { ...schedule, next_visit_at: 'tomorrow' }),
    status: 400,
    says: 'must be a date-time with a zone',
  },
  'an interval for cadence': {
    request: post('/schedules', { ...without(schedule, 'cadence'), interval: 'daily' }),
    status: 400,
    says: 'interval is not known: rename it to cadence',
  },
  // Memories and artifacts
  'a memory without a value': { request: post('/memories', { key: 'a' }), status: 400, says: 'value is required' },
  'a memory that is too large': {
    request: post('/memories', { value: 'x'.repeat(40_000) }),
    status: 413,
    says: 'value has 40002 bytes as compact JSON, at most 32768',
  },
  'an artifact without a name': { request: post('/artifacts', { content: 'c' }), status: 400, says: 'name is required' },
  'mimeType for mime_type': {
    request: post('/artifacts', { name: 'a', content: 'c', mimeType: 'text/plain' }),
    status: 400,
    says: 'rename it to mime_type',
  },
  // Paths and formats
  'a short answer by another word': { request: get('/stay?format=short'), status: 400, says: 'as min or verbose' },
  'a path in the plural': {
    request: { method: 'POST', path: '/defrags', body: { content: notes } },
    status: 404,
    says: 'send POST /v1/defrag',
    mended: post('/defrag', { content: notes }),
  },
  'a path without its version': { request: { method: 'GET', path: '//stay' }, status: 404, says: 'send GET /v1/stay' },
  'a checkout by PUT': { request: { method: 'PUT', path: '/checkout' }, status: 405, says: 'POST only' },
  'the description of an endpoint that there is not': {
    request: get('/capabilities?endpoint=defrags'),
    status: 400,
    says: 'endpoint must be defrag',
  },
};
