/** Where the schema of this service comes from. */
export const migrations = { schema: 'stay', directory: new URL('../migrations', import.meta.url) };
