/**
 * The seed of all that tests draw at random: the same in every run, so that a red run is red again, unless `SEED` names another.
 * The soaks, the chaos runner and the drill take theirs as an argument and roam by default.
 */
export const seed = Number(process.env['SEED'] ?? 20_261_121);
