/** The door of the library: read a context once, then compress it, or verify what somebody made of it. */
export { compress } from './compress.ts';
export { type Reading, read } from './read.ts';
export { lostProhibitions, Verifier, verify } from './verify/verify.ts';
