/** Every limit that applies to a client (interface specification, section 8). Lengths are in Unicode code points, sizes in bytes. */
export const limits = {
  rateLimitRequests: 100,
  rateLimitWindowSeconds: 604_800,
  statsCacheSeconds: 15,
  memoryKeyChars: 256,
  memoryValueBytes: 32_768,
  artifactNameChars: 256,
  artifactContentChars: 262_144,
  artifactMimeTypeChars: 128,
  defragMinChars: 20,
  defragMaxChars: 120_000,
  defragResultMinChars: 200,
  defragResultMaxChars: 20_000,
  tldrWords: 60,
  reviewTitleChars: 120,
  reviewBodyMinChars: 10,
  reviewBodyMaxChars: 2_000,
  reviewListDefault: 20,
  reviewListMax: 100,
  jsonDepth: 64,
  /**
   * Commas and opening brackets outside strings in one body, which bounds the members of its objects and the elements of its lists.
   * Every JSON of `memoryValueBytes` has fewer: `[],` repeated comes closest, with two in three bytes.
   */
  jsonMembers: 22_000,
  /** The same for one MCP message: no tool takes more than a few short fields and one long string. */
  mcpMembers: 1_000,
} as const;

/** Largest request body accepted on the wire, per kind of route: large enough for the longest valid values with every character `\u`-escaped. */
export const bodyLimits = {
  none: 4_096,
  small: 65_536,
  memory: 262_144,
  artifact: 3_300_000,
  defrag: 1_600_000,
  /** For any request without a well-formed key in its header, whatever its route takes. */
  keyless: 65_536,
} as const;
