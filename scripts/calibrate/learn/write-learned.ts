import { readFileSync, writeFileSync } from 'node:fs';
import type { Learned } from '../../../src/engine/certainty/learned-form.ts';
import type { Generated } from '../records.ts';
import type { Judgement } from './judge.ts';

const PATH = 'src/engine/certainty/learned.ts';
const DIGITS = 4;
const PAGE = 'docs/engine.md';
/** Between these the page has the figures. */
const MARKS = /(<!-- calibration:[^>]*-->\n)[\s\S]*(<!-- end of calibration -->)/;

/** Writes what was learned from `records`, with the figures it was judged by, into the engine, and the figures into its page. */
export function writeLearned(learned: Learned, records: readonly Generated[], { summary, table }: Judgement): void {
  const rounded = JSON.parse(JSON.stringify(learned), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
  );
  const lines = [
    "import type { Learned } from './learned-form.ts';",
    '',
    '/*',
    ' * Written by `npm run calibrate -- --write`; not to be edited.',
    ` * ${sourceOf(records)}`,
    ' * Each model was judged by what other people taught:',
    ' *',
    ...[...summary, '', ...table].map((line) => ` * ${line}`.trimEnd()),
    ' */',
    `export const LEARNED: Learned = ${JSON.stringify(rounded, null, 2)};`,
    '',
  ];
  writeFileSync(PATH, lines.join('\n'));
  const text = ['```', ...summary, '```', '', ...table, ''].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(MARKS, (_, before, after) => `${before}${text}${after}`),
  );
}

/** Who taught: people by tier. */
function sourceOf(records: readonly Generated[]): string {
  const peopleOf = (tier: string) =>
    new Set(records.filter((one) => one.tier === tier).map(({ person }) => person)).size;
  const tiers = [...new Set(records.map(({ tier }) => tier))].map((tier) => `${tier} ${peopleOf(tier)}`);
  return `Learned on ${new Date().toISOString().slice(0, 10)} from ${records.length} generations; people: ${tiers.join(', ')}.`;
}
