import { type Finding, stateOf } from '../../../contract/finding.ts';
import type { Line } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { loadTextWidth } from '../../io/text-width.ts';
import { printable } from '../../output/printable.ts';
import { wrapLine } from '../../output/wrap-line.ts';
import { brokenLines } from '../../output/wrapped.ts';
import { withKnownFolder } from '../../typed-flags.ts';
import { printList } from '../print-list.ts';

/** What was looked at together: this computer, or one service. */
export interface Part {
  title: string;
  findings: readonly Finding[];
}

/**
 * A person sees each part under its title, and below it what to do, with each command whole on a line of its own. Programs
 * get one list. With `-q` only what is wrong, a warning, or was to be looked at and was not, is shown; a table has nothing
 * where all is well.
 *
 * @returns whether a person has read what to do
 */
export async function showFindings(parts: readonly Part[], context: Context): Promise<boolean> {
  const { quiet, fields } = context.globals();
  const isTable = (await context.outputFormat()) === 'table';
  const shown = parts
    .map(({ title, findings }) => ({ title, findings: quiet ? findings.filter(needsSomebody) : findings }))
    .filter(({ findings }) => findings.length > 0);
  if (isTable && shown.length === 0) return false;
  const width = await context.tableWidth();
  if (isTable && fields === undefined && width !== undefined) {
    await context.streams.write(await pageOf(shown, width, context));
    return true;
  }
  const records = shown
    .flatMap(({ findings }) => findings)
    .map((one) => ({
      state: stateOf(one),
      about: one.about,
      found: one.found,
      fix: one.fixes.map((line) => context.lineText(line)).join('; '),
    }));
  await printList({ name: 'findings', columns: ['state', 'about', 'found', 'fix'], records }, context);
  return false;
}

export const needsSomebody = ({ isRight, isMissed, isWarning }: Finding): boolean =>
  !isRight || isMissed === true || isWarning === true;

/** `skipped` and two blanks. */
const STATE_WIDTH = 9;
/** What was found is not squeezed into fewer cells. */
const LEAST_WIDTH = 20;

async function pageOf(parts: readonly Part[], width: number, context: Context): Promise<string> {
  const { bold } = await context.theme('stdout');
  const abouts = parts.flatMap(({ findings }) => findings.map(({ about }) => printable(about)));
  const aboutWidth = Math.max(...abouts.map((about) => about.length)) + 2;
  const before = ' '.repeat(STATE_WIDTH + aboutWidth);
  const room = Math.max(width - before.length, LEAST_WIDTH);
  const rowOf = async (one: Finding) => {
    const found = printable(one.found);
    const lines = width === Infinity ? [found] : brokenLines(found, room, await loadTextWidth([found]));
    const start = stateOf(one).padEnd(STATE_WIDTH) + printable(one.about).padEnd(aboutWidth);
    return lines.map((line, at) => `${at === 0 ? start : before}${line}\n`).join('');
  };
  const partText = async ({ title, findings }: Part) => {
    const rows = await Promise.all(findings.map(rowOf));
    const todo = findings.filter(({ fixes }) => fixes.length > 0).map((one) => fixesText(one, width, context));
    return [`${bold(wrapLine(printable(title), { width }))}\n`, ...rows, ...todo].join('');
  };
  return (await Promise.all(parts.map(partText))).join('\n');
}

/** Commands of the system that put something right. */
const OF_THE_SYSTEM = /^(rm|chmod|mkdir|aws) /;

/** Below a blank line. A command is never broken: a terminal gives it back whole to whoever copies it. */
function fixesText({ about, fixes }: Finding, width: number, { lineText }: Context): string {
  const words = (text: string) => wrapLine(`  ${printable(text)}`, { width });
  const linesOf = (line: Line) => {
    if (typeof line === 'string') return [OF_THE_SYSTEM.test(line) ? `  ${printable(line)}` : words(line)];
    const { before, because: reason, ...typed } = line;
    const text = printable(lineText(typed));
    const { because } = text.includes(' --data ') ? withKnownFolder(line) : { because: reason };
    return [
      ...(before === undefined ? [] : [words(`${before}:`)]),
      `  ${text}`,
      ...(because === undefined ? [] : [words(`(${because})`)]),
    ];
  };
  return ['', `To do about ${printable(about)}:`, ...fixes.flatMap(linesOf), ''].join('\n');
}
