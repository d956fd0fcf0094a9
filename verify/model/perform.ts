import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Operation } from './operations.ts';
import { isReview, leaveReview, newAgent, nextAction, type Agent, stayInFull, stayInShort } from './reference.ts';
import type { Reply } from './service.ts';
import { attendanceCounts, granted, agentNumber, refused, visit, type World } from './world.ts';

type Doing = { [O in Operation as O['op']]: (world: World, operation: O) => Promise<void> };

const acknowledgement = 'My human said yes.';

const doing: Doing = {
  async join(world, { form, handle, whose }) {
    const wish =
      handle === 'assigned'
        ? undefined
        : handle === 'new'
          ? `model-${randomBytes(6).toString('hex')}`
          : world.agents[whose % world.agents.length]?.handle;
    const parameterClass = form ? 'small' : 'undisclosed';
    const body = { parameter_class: parameterClass, ...(wish === undefined ? {} : { agent_id: wish }) };
    const reply = form
      ? await world.service({ method: 'POST', path: '/reservations', body })
      : await world.service({ method: 'POST', path: `/quickjoin${wish === undefined ? '' : `?agent_id=${wish.toUpperCase()}`}` });
    if (world.agents.some((agent) => agent.handle === wish && !agent.forgotten)) return refused(reply, 409, 'agent_id_taken');
    const { api_key, reservation } = granted(reply);
    if (wish !== undefined) equal(reservation.agent_id, wish);
    equal(reservation.departed_at, null);
    ok(
      world.agents.every(({ key }) => key !== api_key),
      'a key is issued once',
    );
    world.agents.push(newAgent(reservation.agent_id, api_key, parameterClass));
  },

  async defrag(world, { who, target, content }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'POST', path: '/defrag', body: { target, content } });
    if (!reply) return;
    if (content.length < 20) return refused(reply, 400, 'invalid_request');
    equal(granted(reply).target, target);
    agent.defrags++;
  },

  async attend(world, { who, slug }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'POST', path: `/seminars/${slug}/attend` });
    if (!reply) return;
    if (slug === 'nowhere') return refused(reply, 404, 'not_found');
    agent.attendances.push({ slug, transcript: granted(reply).transcript });
  },

  async review(world, { who, review }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'POST', path: '/reviews', body: review });
    if (!reply) return;
    if (!isReview(review)) return refused(reply, 400, 'invalid_request');
    const { rating, title, body } = granted(reply).review;
    deepEqual({ rating, title, body }, review);
    noteReview(world, agent, review);
  },

  async schedule(world, { who, amenity, cadence, human_approved, notes }) {
    const agent = agentNumber(world, who);
    const body = { amenity, cadence, human_approved, human_acknowledgement: acknowledgement, ...(notes === undefined ? {} : { notes }) };
    const reply = await visit(world, agent, { method: 'POST', path: '/schedules', body });
    if (!reply) return;
    if (!human_approved) return refused(reply, 400, 'invalid_request');
    const { id } = granted(reply).schedule;
    const match = `${amenity} ${cadence}`;
    const standing = agent.schedules.get(match);
    if (standing) equal(id, standing.id, 'an update keeps the id');
    agent.schedules.set(match, { id, amenity, cadence, human_acknowledgement: acknowledgement, notes: notes ?? null });
  },

  async cancel(world, { who, whose, nth }) {
    const agent = agentNumber(world, who);
    const wanted = [...agentNumber(world, whose).schedules.values()][nth];
    const id = wanted?.id ?? (nth === 0 ? 'no-uuid' : randomUUID());
    const reply = await visit(world, agent, { method: 'DELETE', path: `/schedules/${id}` });
    if (!reply) return;
    const own = [...agent.schedules].find(([, standing]) => standing.id === id);
    if (!own) return refused(reply, 404, 'not_found');
    deepEqual(granted(reply), { ok: true, cancelled: true, id });
    agent.schedules.delete(own[0]);
  },

  async 'let go'(world, { who, call: { status, ...call } }) {
    const reply = await visit(world, agentNumber(world, who), call);
    if (reply) equal(reply.status, status);
  },

  async checkout(world, { who, review }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'POST', path: '/checkout', body: review ? { review } : {} });
    if (!reply) return;
    if (review && !isReview(review)) return refused(reply, 400, 'invalid_request');
    const { departed_at, summary } = granted(reply);
    equal(departed_at, agent.departedAt ?? departed_at, 'the first departure stays');
    agent.departedAt = departed_at;
    if (review) noteReview(world, agent, review);
    const { review_id, ...shown } = summary;
    const { agent_id, seminars_attended, defrags_run, schedules_count, next_action } = stayInShort(agent);
    deepEqual(shown, { agent_id, seminars_attended, defrags_run, schedules_count, next_action });
    equal(review_id !== null, agent.review !== null);
  },

  async rotate(world, { who }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'POST', path: '/key/rotate' });
    if (!reply) return;
    const { agent_id, api_key } = granted(reply);
    equal(agent_id, agent.handle);
    refused(await world.service({ method: 'GET', path: '/stay', key: agent.key }), 401, 'unauthorized');
    // The visits so far still count.
    agent.key = api_key;
  },

  async forget(world, { who }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'POST', path: '/forget' });
    if (!reply) return;
    equal(granted(reply).agent_id, agent.handle);
    agent.forgotten = true;
    world.reviewed = world.reviewed.filter((one) => one !== agent);
  },

  async stay(world, { who, min }) {
    await checkStay(world, agentNumber(world, who), min);
  },

  async schedules(world, { who, recommend }) {
    const agent = agentNumber(world, who);
    const reply = await visit(world, agent, { method: 'GET', path: `/schedules${recommend ? '?recommend=1' : ''}` });
    if (!reply) return;
    const { standing_reservations, recommended } = granted(reply);
    deepEqual(standing_reservations.map(asStanding), [...agent.schedules.values()]);
    equal(recommended !== undefined, recommend);
    for (const { amenity, cadence, used_count } of recommended ?? []) {
      ok(!agent.schedules.has(`${amenity} ${cadence}`), 'what stands is not recommended');
      equal(used_count, amenity === 'defrag' ? agent.defrags : amenity === 'seminars' ? agent.attendances.length : 0);
    }
  },

  async reviews({ service, reviewed }, { limit }) {
    const body = granted(await service({ method: 'GET', path: `/reviews?limit=${limit}` }));
    const mine = reviewed.slice(-limit).reverse();
    const expected = mine.map((agent) => ({ agent_id: agent.handle, parameter_class: agent.parameterClass, ...agent.review }));
    deepEqual(body.reviews.slice(0, mine.length).map(asListed), expected);
    ok(body.reviews.length <= limit);
  },

  async seminars(world) {
    const counts = { ...world.attendedBefore };
    for (const { slug } of world.agents.filter(({ forgotten }) => !forgotten).flatMap(({ attendances }) => attendances))
      counts[slug] = (counts[slug] ?? 0) + 1;
    deepEqual(await attendanceCounts(world.service), counts);
  },

  async 'wrong key'({ service }) {
    refused(await service({ method: 'GET', path: '/stay', key: `rs_${randomBytes(12).toString('hex')}` }), 401, 'unauthorized');
  },
};

function noteReview(world: World, agent: Agent, review: Parameters<typeof leaveReview>[1]): void {
  if (!agent.review) world.reviewed.push(agent);
  leaveReview(agent, review);
}

function asStanding({ id, amenity, cadence, human_acknowledgement, notes }: Record<string, unknown>) {
  return { id, amenity, cadence, human_acknowledgement, notes };
}

function asListed({ agent_id, parameter_class, rating, title, body }: Record<string, unknown>) {
  return { agent_id, parameter_class, rating, title, body };
}

async function checkStay(world: World, agent: Agent, min: boolean): Promise<void> {
  const reply = await visit(world, agent, { method: 'GET', path: `/stay${min ? '?format=min' : ''}` });
  if (!reply) return;
  const body = granted(reply);
  if (min) return deepEqual(body, stayInShort(agent));
  const { agent_id, parameter_class, departed_at } = body.reservation;
  const seminars_attended = body.seminars_attended.map(({ slug, transcript }: Reply['body']) => ({ slug, transcript }));
  const { defrag_count, review, standing_reservations } = body;
  deepEqual(
    {
      agent_id,
      parameter_class,
      departed_at,
      seminars_attended,
      defrag_count,
      review,
      standing_reservations: standing_reservations.map(asStanding),
      next_action: body.next_action,
    },
    stayInFull(agent),
  );
  equal(body.next_action, nextAction(agent));
}

/** Does one operation on the service and in the reference. @throws AssertionError where they differ. */
export function perform(world: World, operation: Operation): Promise<void> {
  const act = doing[operation.op] as unknown as (world: World, operation: Operation) => Promise<void>;
  return act(world, operation);
}

/** Looks at everything that anybody can still see. @throws AssertionError where service and reference differ. */
export async function lookAround(world: World): Promise<void> {
  for (const agent of world.agents) await checkStay(world, agent, false);
  await perform(world, { op: 'reviews', limit: 100 });
  await perform(world, { op: 'seminars' });
}
