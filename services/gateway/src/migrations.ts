/** Only the embedded visit log needs a schema; with Redis the gateway has no database. */
export const migrations = { schema: 'gateway', directory: new URL('../migrations', import.meta.url) };
