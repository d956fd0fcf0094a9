import runtime from '../package.json' with { type: 'json' };

/** The version that runs, for the log, the metrics and the tag of the image: all packages of the repository have the same. */
export const version: string = runtime.version;
