/** The door of the library: find credentials in a text, and mask their values there or in what somebody made of it. */
export { credentialsIn } from './credentials.ts';
export { MASK, masked, valuesOf, withoutCredentials } from './masking.ts';
