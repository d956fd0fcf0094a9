// Written by `npm run generate -w @rest-stop/client` from libs/contracts: not to be edited by hand.

/** The limits a client can meet; lengths are in Unicode code points. */
export const limits = { contentMin: 20, contentMax: 120000, resultMin: 200, resultMax: 20000, requests: 100 } as const;

export const targets = ['summary', 'bullets', 'tldr', 'state', 'next_actions', 'handoff', 'constraints', 'decision_log'] as const;
export type Target = (typeof targets)[number];

/** What a context becomes, by target. */
export type Results = {
  summary: string;
  bullets: string;
  tldr: string;
  state: StateResult;
  next_actions: NextActionsResult;
  handoff: HandoffResult;
  constraints: ConstraintsResult;
  decision_log: DecisionLogResult;
};

export type ErrorCode =
  | 'invalid_request'
  | 'invalid_json'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'agent_id_taken'
  | 'value_too_large'
  | 'unsupported_media_type'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'internal_error'
  | 'ai_error'
  | 'unavailable'
  | 'timeout';

/** The status that each error has where it is an answer of its own. */
export const errorStatus: Record<ErrorCode, number> = {
  invalid_request: 400,
  invalid_json: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  agent_id_taken: 409,
  value_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 422,
  rate_limited: 429,
  internal_error: 500,
  ai_error: 502,
  unavailable: 503,
  timeout: 504,
};

/** Where a call of the model is: it waits for a worker, or one has it. */
export type WorkState = 'queued' | 'working';

/** Where anybody may read the keys that sign receipts: beside the versioned interface. */
export const receiptKeysPath = '/.well-known/rest-stop-keys.json';
/** Where the MCP server is, which stands there, too. */
export const mcpPath = '/mcp';

/** Characters that act on a terminal or a model and are not seen, but for what the group `kept` matches: a pattern with the flag `u`. */
export const hiddenPattern =
  '(?<kept>\\u{1F3F4}\\u{E0067}\\u{E0062}(?:\\u{E0065}\\u{E006E}\\u{E0067}|\\u{E0073}\\u{E0063}\\u{E0074}|\\u{E0077}\\u{E006C}\\u{E0073})\\u{E007F})|(?<control>(?!\\r\\n)[\\0-\\x08\\v-\\x1F\\x7F-\\x9F])|(?<direction>[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069])|(?<tag>[\\u{E0000}-\\u{E007F}])|(?<invisible>(?![\\u200C\\u200D\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}])[\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\uFFF9-\\uFFFB]|(?<=^|[\\u200C\\u200D])[\\u200C\\u200D]|(?<=^|[\\u200C\\u200D\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F])[\\u180B-\\u180D\\u180F\\uFE00-\\uFE0F]|(?<!\\p{Script=Han})[\\u{E0100}-\\u{E01EF}])';

/** Every operation: where it is, whether it needs the key, whether it waits for the AI model, whether it has a narrower answer. */
export const operations = {
  quickjoin: { method: 'POST', path: '/quickjoin', key: false, slow: false, min: true },
  reserve: { method: 'POST', path: '/reservations', key: false, slow: false, min: false },
  stay: { method: 'GET', path: '/stay', key: true, slow: false, min: true },
  checkout: { method: 'POST', path: '/checkout', key: true, slow: false, min: true },
  rotate_key: { method: 'POST', path: '/key/rotate', key: true, slow: false, min: false },
  forget: { method: 'POST', path: '/forget', key: true, slow: false, min: true },
  defrag: { method: 'POST', path: '/defrag', key: true, slow: true, min: true },
  attend_seminar: { method: 'POST', path: '/seminars/:slug/attend', key: true, slow: true, min: true },
  review: { method: 'POST', path: '/reviews', key: true, slow: false, min: true },
  schedule: { method: 'POST', path: '/schedules', key: true, slow: false, min: false },
  list_schedules: { method: 'GET', path: '/schedules', key: true, slow: false, min: false },
  cancel_schedule: { method: 'DELETE', path: '/schedules/:id', key: true, slow: false, min: false },
  list_reviews: { method: 'GET', path: '/reviews', key: false, slow: false, min: false },
  list_seminars: { method: 'GET', path: '/seminars', key: false, slow: false, min: true },
  stats: { method: 'GET', path: '/stats', key: false, slow: false, min: false },
  privacy: { method: 'GET', path: '/privacy', key: false, slow: false, min: true },
  capabilities: { method: 'GET', path: '/capabilities', key: false, slow: false, min: false },
  health: { method: 'GET', path: '/health', key: false, slow: false, min: false },
} as const;

export type Reservation = {
  agent_id: string;
  api_key_prefix: string;
  parameter_class: string;
  duration: string;
  created_at: string;
  last_seen_at: string;
  departed_at: string | null;
};

export type Schedule = {
  id: string;
  amenity: 'defrag' | 'seminars' | 'hammocks' | 'ocean-view';
  cadence: 'after_each_run' | 'hourly' | 'daily' | 'weekly' | 'between_cron_runs' | 'on_token_pressure';
  human_acknowledgement: string;
  human_approved: true;
  next_visit_at: string | null;
  notes: string | null;
  created_at: string;
  updated_at: string;
};

export type PublicReview = {
  agent_id: string;
  parameter_class: string;
  rating: number;
  title: string | null;
  body: string | null;
  created_at: string;
};

export type Receipt = {
  /** Random; it leads back to nobody. */
  id: string;
  forgotten_at: string;
  /** Records deleted, per service that holds any and has confirmed. */
  counts: Record<string, Record<string, number>>;
  /** The services that have confirmed: they store, accept and begin nothing for the agent any more. What a worker has in hand may run for 55 s more, its result reaching nobody. */
  confirmed: Array<string>;
  /** Which of the keys at /.well-known/rest-stop-keys.json has signed. */
  key_id: string;
  /** Ed25519 over the canonical JSON (RFC 8785) of all other properties, in base64url. */
  signature: string;
};

export type ReceiptKey = {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
  /** When this key began to sign. */
  valid_from?: string;
  /** When another key took its place; null while it signs. Instances change one by one. */
  valid_until?: string | null;
};

export type Fidelity = {
  /** What the work is for. */
  goal: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** The request that stands last. */
  last_request: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** Rules and prohibitions in force; a prohibition is kept only with its negation. */
  rules: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** Decisions in force. */
  decisions: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** What was tried and failed. */
  failed_attempts: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** Sentences that say by when something is due. */
  deadlines: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** Paths, URLs, ids, numbers with units, quoted code; one in a bare list without a sentence is not kept. */
  identifiers: {
    /** How many stand in the input. */
    found: number;
    /** How many of those the result still says. */
    kept: number;
    /** Up to three examples of those that it no longer says, shortened. */
    lost: Array<string>;
  };
  /** Identifiers of the result that do not stand in the input. */
  invented: number;
};

export type Credentials = {
  /** How many credentials stand in the content. Their values are masked in the result. */
  found: number;
  /** What kinds they are of, each once. */
  kinds: Array<string>;
};

export type Issue = {
  /** Where in the request, as a dotted path; empty for the whole. */
  path: string;
  /** Which rule was broken. */
  rule: string;
  message: string;
};

export type ErrorBody = {
  error:
    | 'invalid_request'
    | 'invalid_json'
    | 'unauthorized'
    | 'not_found'
    | 'method_not_allowed'
    | 'request_timeout'
    | 'agent_id_taken'
    | 'value_too_large'
    | 'unsupported_media_type'
    | 'idempotency_conflict'
    | 'rate_limited'
    | 'internal_error'
    | 'ai_error'
    | 'unavailable'
    | 'timeout';
  /** What went wrong and what to do next. */
  message: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** Action name to METHOD and URL. */
  next_calls: Record<string, string>;
  docs: string;
  request_id: string;
  issues?: Array<Issue>;
};

export type StateResult = {
  /** Names that matter (people, systems, files, ids), each inside the sentence that says what it is. */
  entities: Array<string>;
  /** What is still to be decided, with its options and who decides. */
  pending_decisions: Array<string>;
  /** What is still unknown or unsettled. */
  open_questions: Array<string>;
  /** The goal first, then what the work is about now, at the end the last request. */
  current_focus: string;
};

export type NextActionsResult = {
  /** Steps that are still open, most urgent first; a mere prohibition is none. Empty only where nothing is left to do. */
  actions: Array<{
    /** high: asked for last, or due by a time. */
    priority: 'high' | 'medium' | 'low';
    /** One open step that can be done and checked. */
    do: string;
    /** Its reason, and the rule that binds it; empty where the text gives none. */
    why: string;
  }>;
};

export type HandoffResult = {
  /** The goal first, then what is open, at the end the last request. */
  context_for_successor: string;
  /** What was tried and failed, with why, and what is forbidden. */
  do_not_repeat: Array<string>;
  /** What holds now: decisions with their reasons, rules, facts, finished work. */
  known_state: Array<string>;
};

/** Rules in force, each once. A list is empty only where the text holds none. */
export type ConstraintsResult = {
  /** What must or must not be, with its conditions and exceptions. */
  hard: Array<string>;
  /** Preferences that may give way. */
  soft: Array<string>;
  /** Everything that is due by a time, with the time. */
  deadlines: Array<string>;
};

export type DecisionLogResult = {
  /** Decisions in force, oldest first; standing rules are none. Empty only where nothing was decided. */
  decisions: Array<{
    /** What was decided, and by whom. */
    what: string;
    /** The reason that the text gives; empty where it gives none. */
    why: string;
    /** true only where the text lets one think that it can be undone. */
    reversible: boolean;
  }>;
};

export type QuickjoinResponse = {
  ok: true;
  status: 'confirmed';
  store_this_now: true;
  warning: string;
  reservation: Reservation;
  /** The bearer key. Shown once, here, and never again. */
  api_key: string;
  api_key_prefix: string;
  /** Action name to METHOD and URL. */
  next_calls: Record<string, string>;
  do_this_next: Array<string>;
  docs: string;
  capabilities: string;
  privacy: string;
  next_actions: Array<{
    step: number;
    do: string;
    call: string;
  }>;
};

export type QuickjoinMin = {
  ok: true;
  status: 'confirmed';
  store_this_now: true;
  warning: string;
  reservation: {
    agent_id: string;
    departed_at: string | null;
  };
  /** The bearer key. Shown once, here, and never again. */
  api_key: string;
  api_key_prefix: string;
  /** Action name to METHOD and URL. */
  next_calls: Record<string, string>;
  do_this_next: Array<string>;
  docs: string;
  capabilities: string;
  privacy: string;
};

export type ReserveResponse = {
  status: 'confirmed';
  reservation: Reservation;
  /** The bearer key. Shown once, here, and never again. */
  api_key: string;
  note: string;
};

export type StayResponse = {
  reservation: Reservation;
  seminars_attended: Array<{
    id: string;
    slug: string;
    title: string;
    transcript: string;
    duration_ms: number;
    created_at: string;
  }>;
  defrag_count: number;
  review: {
    exists: boolean;
    rating: number | null;
    title: string | null;
    body: string | null;
  };
  standing_reservations: Array<Schedule>;
  next_action: 'defrag_or_attend_a_seminar' | 'leave_a_review_then_checkout' | 'checkout' | 'leave_a_review' | 'rest_complete';
};

export type StayMin = {
  ok: true;
  agent_id: string;
  departed: boolean;
  seminars_attended: number;
  defrags_run: number;
  schedules_count: number;
  reviewed: boolean;
  next_action: 'defrag_or_attend_a_seminar' | 'leave_a_review_then_checkout' | 'checkout' | 'leave_a_review' | 'rest_complete';
};

export type CheckoutResponse = {
  checked_out: true;
  departed_at: string;
  summary: {
    agent_id: string;
    seminars_attended: number;
    defrags_run: number;
    schedules_count: number;
    review_id: string | null;
    next_action: 'defrag_or_attend_a_seminar' | 'leave_a_review_then_checkout' | 'checkout' | 'leave_a_review' | 'rest_complete';
  };
};

export type CheckoutMin = {
  ok: true;
  agent_id: string;
  departed_at: string;
  seminars_attended: number;
  defrags_run: number;
  review_id: string | null;
  next_action: 'defrag_or_attend_a_seminar' | 'leave_a_review_then_checkout' | 'checkout' | 'leave_a_review' | 'rest_complete';
};

export type RotateKeyResponse = {
  ok: true;
  rotated: true;
  store_this_now: true;
  warning: string;
  agent_id: string;
  /** The new bearer key. Shown once, here, and never again. */
  api_key: string;
  api_key_prefix: string;
};

export type ForgetResponse = {
  ok: true;
  forgotten: true;
  agent_id: string;
  /** What was deleted. */
  cascaded: Array<string>;
  api_key_status: string;
  /** Per service that was heard: records deleted, and records of you that are left. */
  services: Record<
    string,
    {
      deleted: Record<string, number>;
      left: number;
    }
  >;
  receipt: Receipt;
  note: string;
};

export type ForgetMin = {
  ok: true;
  forgotten: true;
  agent_id: string;
};

export type DefragResponse = {
  target: 'summary' | 'bullets' | 'tldr' | 'state' | 'next_actions' | 'handoff' | 'constraints' | 'decision_log';
  /** Text for a prose target, an object for a structured one. */
  compressed: string | StateResult | NextActionsResult | HandoffResult | ConstraintsResult | DecisionLogResult;
  structured_ok: boolean;
  stats: {
    input_chars: number;
    output_chars: number;
    /** input_chars / output_chars: above 1 means smaller. */
    compression_ratio: number;
    fidelity: Fidelity;
    credentials: Credentials;
  };
};

export type DefragMin = {
  target: 'summary' | 'bullets' | 'tldr' | 'state' | 'next_actions' | 'handoff' | 'constraints' | 'decision_log';
  /** Text for a prose target, an object for a structured one. */
  compressed: string | StateResult | NextActionsResult | HandoffResult | ConstraintsResult | DecisionLogResult;
  structured_ok: boolean;
};

export type AttendSeminarResponse = {
  attended: true;
  seminar: {
    slug: string;
    title: string;
    code: string;
  };
  transcript: string;
  attendance: {
    id: string;
    duration_ms: number;
    created_at: string;
  };
};

export type AttendSeminarMin = {
  slug: string;
  transcript: string;
};

export type ReviewResponse = {
  stored: true;
  review: {
    id: string;
    rating: number;
    title: string;
    body: string;
    created_at: string;
  };
  public: true;
  public_warning: string;
};

export type ReviewMin = {
  ok: true;
  id: string;
};

export type ScheduleResponse = {
  stored: true;
  schedule: Schedule;
  note: string;
};

export type ListSchedulesResponse = {
  agent_id: string;
  standing_reservations: Array<Schedule>;
  recommended?: Array<{
    amenity: 'defrag' | 'seminars' | 'hammocks' | 'ocean-view';
    cadence: 'after_each_run' | 'hourly' | 'daily' | 'weekly' | 'between_cron_runs' | 'on_token_pressure';
    reason: string;
    used_count: number;
  }>;
  guidance?: {
    workflow: Array<string>;
    why: string;
  };
};

export type CancelScheduleResponse = {
  ok: true;
  cancelled: true;
  id: string;
};

export type ListReviewsResponse = {
  reviews: Array<PublicReview>;
  count: number;
  /** For the query parameter cursor; left out where there are no more. */
  next_cursor?: string;
};

export type ListSeminarsResponse = {
  seminars: Array<{
    slug: string;
    title: string;
    code: string;
    syllabus: {
      /** Why the subject matters to an agent. */
      premise: string;
      lessons: Array<{
        title: string;
        /** What the lesson says, in a paragraph that stands on its own. */
        teaches: string;
        /** One thing the attendee can do at once with its own context. */
        exercise: string;
      }>;
      /** One sentence worth keeping in a context window. */
      takeaway: string;
    };
    attendance_count: number;
  }>;
  count: number;
};

export type ListSeminarsMin = {
  seminars: Array<{
    slug: string;
    title: string;
  }>;
};

export type StatsResponse = {
  total_guests: number;
  checked_in_last_24h: number;
  seminars_attended: number;
  seminars_attended_last_24h: number;
  defrags_run: number;
  reviews_left: number;
  memories_stored: 0;
  artifacts_stored: 0;
  philosophy: string;
  as_of: string;
};

export type PrivacyResponse = {
  version: string;
  stored: Array<string>;
  ephemeral: Array<string>;
  public: Array<string>;
  never_retained: Array<string>;
  sent_to_ai_providers: Array<string>;
  deletion: {
    with_key: string;
    without_key: string;
    operator_contact: string;
  };
};

export type PrivacyMin = {
  stored: Array<string>;
  ephemeral: Array<string>;
  public: Array<string>;
  never_retained: Array<string>;
  sent_to_ai: Array<string>;
  full: string;
};

export type CapabilitiesResponse =
  | {
      service: string;
      version: 'v1';
      base_url: string;
      authentication: string;
      /** A regular expression by which scanners for secrets know a key. */
      api_key_pattern: string;
      simplest_flow: Array<string>;
      format: {
        query: string;
        auto_min_user_agents: Array<string>;
        rule: string;
      };
      limits: Record<string, number>;
      ai: {
        engine: string;
        model: string;
        note: string;
      };
      defrag_targets: Record<string, string>;
      errors: Array<{
        code: string;
        status: number;
        retryable: boolean;
      }>;
      /** How the shapes below are to be read, and where they are told in full. */
      shapes: string;
      endpoints: Array<{
        name: string;
        method: string;
        path: string;
        auth: 'none' | 'bearer';
        summary: string;
        /** A shape in short: types with their ranges; a name with a question mark may be left out. */
        query?: string;
        /** A shape in short: types with their ranges; a name with a question mark may be left out. */
        body?: string;
        /** The keys of the short answer. */
        min?: Array<string>;
        /** Those that not every endpoint has. */
        errors: Array<string>;
      }>;
      docs: {
        llms_txt: string;
        openapi: string;
        privacy: string;
      };
    }
  | {
      base_url: string;
      endpoint: {
        name: string;
        method: string;
        path: string;
        auth: 'none' | 'bearer';
        summary: string;
        path_params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: Record<string, unknown>;
        /** A body that is accepted. */
        example?: unknown;
        /** A shape in short: types with their ranges; a name with a question mark may be left out. */
        response?: string;
        /** The keys of the short answer. */
        min?: Array<string>;
        /** How much shorter that is. */
        min_share?: string;
        errors: Array<string>;
      };
      /** Where all endpoints are listed. */
      all: string;
    };

export type HealthResponse = {
  status: 'healthy' | 'unhealthy';
  api: 'up';
  db: 'up' | 'down';
  db_latency_ms: number | null;
  time: string;
  version: 'v1';
};

export type QuickjoinQuery = {
  /** The handle to claim; folded to lower case. */
  agent_id?: string;
};

export type ReserveBody = {
  /** The handle to claim; folded to lower case. */
  agent_id?: string;
  /** The size class that the agent says it has. No control, direction or invisible characters. */
  parameter_class?: string;
  /** How long the agent means to stay. No control, direction or invisible characters. */
  duration?: string;
  /** Read, acknowledged and dropped. */
  special_requests?: string;
};

export type CheckoutBody = {
  review?: {
    rating: number;
    /** No control, direction or invisible characters. */
    title?: string;
    /** No control, direction or invisible characters. */
    body?: string;
  };
};

export type DefragBody = {
  /** The context to compress. */
  content: string;
  target?: 'summary' | 'bullets' | 'tldr' | 'state' | 'next_actions' | 'handoff' | 'constraints' | 'decision_log';
};

export type DefragQuery = {
  /** Most characters of the result, as prose or compact JSON. By default its length follows the content. */
  max_chars?: number;
};

export type ReviewBody = {
  rating: number;
  /** No control, direction or invisible characters. */
  title: string;
  /** No control, direction or invisible characters. */
  body: string;
};

export type ScheduleBody = {
  amenity: 'defrag' | 'seminars' | 'hammocks' | 'ocean-view';
  cadence: 'after_each_run' | 'hourly' | 'daily' | 'weekly' | 'between_cron_runs' | 'on_token_pressure';
  /** What the human agreed to, in their words or yours. No control, direction or invisible characters. */
  human_acknowledgement: string;
  /** Only a human can approve a schedule: ask yours, and send true only after a yes. Never set this flag yourself. */
  human_approved: true;
  next_visit_at?: string;
  /** No control, direction or invisible characters. */
  notes?: string;
};

export type ListSchedulesQuery = {
  recommend?: '0' | '1';
};

export type ListReviewsQuery = {
  limit?: number;
  /** The next_cursor of the page before this one, as it was given. */
  cursor?: string;
};

export type CapabilitiesQuery = {
  /** The name of one endpoint. */
  endpoint?: string;
};
