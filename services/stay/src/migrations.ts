/** The schema that only this service reads and writes, and the SQL files that build it. */
export const migrations = { schema: 'stay', directory: new URL('../migrations', import.meta.url) };
