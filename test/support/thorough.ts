/** Whether this run takes every test (`npm run test:all`), or a quick part of the long ones (`npm test`). */
export const isThorough = process.env['RECON_TESTS'] === 'all';

/** CI's second run, on a newer Node. */
const isOfNewer = process.env['RECON_TESTS'] === 'newer';

/** CI, which has an hour, leaves out what takes longest. */
const isHurried = process.env['RECON_TEST_WITHOUT'] !== undefined;

/** Of CI's two runs, one takes every second case and the other the rest; every other run takes them all. */
export function halfOf<Case>(cases: readonly Case[]): readonly Case[] {
  if (isOfNewer) return cases.filter((_, at) => at % 2 === 1);
  return isHurried ? cases.filter((_, at) => at % 2 === 0) : cases;
}

/** A long table's cases: all of them, in a quick run every n-th, and in CI every `hurried`-th. */
export function everyNth<Case>(n: number, cases: readonly Case[], hurried = 1): readonly Case[] {
  const step = isThorough ? (isHurried ? hurried : 1) : n;
  return cases.filter((_, at) => at % step === 0);
}
