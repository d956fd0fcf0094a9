/** For the embedded visit log. With Redis the gateway has no database. */
export const migrations = { schema: 'gateway', directory: new URL('../migrations', import.meta.url) };
