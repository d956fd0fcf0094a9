/** The migrations of this package's own schema. */
export const migrations = { schema: 'embedded', directory: new URL('../migrations', import.meta.url) };
