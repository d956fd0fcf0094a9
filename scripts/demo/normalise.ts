/** One answer of the service. */
export type Entry = { step: string; status: number; body: unknown };

/** What one stay is known by; `toldUrl` is the base URL as the service itself shows it. */
export type Identity = { key: string; prefix: string; handle: string; toldUrl: string };

const uuid = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Numbers that depend on the machine, or on who was there before. */
const incidental = new Set(['duration_ms', 'db_latency_ms', 'attendance_count']);

/** Made anew by each service, in no form that could be told from its text. */
const random = new Set(['request_id', 'key_id', 'signature']);

/** `entries` with placeholders for all that differs between two stays at equal services, so that a diff shows only true differences. */
export function normalise(entries: Entry[], stay: { baseUrl: string } & Partial<Identity>): Entry[] {
  // The key before its prefix, which is its beginning.
  const names = [
    [stay.toldUrl, '<base_url>'],
    [stay.baseUrl, '<base_url>'],
    [stay.key, '<key>'],
    [stay.prefix, '<key_prefix>'],
    [stay.handle, '<agent_id>'],
  ] as const;
  const plain = (text: string) =>
    names
      .reduce((t, [from, to]) => (from ? t.replaceAll(from, to) : t), text)
      .replace(uuid, '<uuid>')
      .replace(time, '<time>');
  return JSON.parse(JSON.stringify(entries), (name, value: unknown) => {
    if (typeof value === 'string') return random.has(name) ? `<${name}>` : plain(value);
    return typeof value === 'number' && incidental.has(name) ? 0 : value;
  }) as Entry[];
}
