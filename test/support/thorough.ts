/** Whether this run takes every test (`npm run test:all`), or a quick part of the long ones (`npm test`). */
export const isThorough = process.env['RECON_TESTS'] === 'all';

/** A long table's cases: all of them, or in a quick run every n-th. */
export const everyNth = <Case>(n: number, cases: readonly Case[]): readonly Case[] =>
  isThorough ? cases : cases.filter((_, at) => at % n === 0);
