import { writeFileSync } from 'node:fs';
import type { Learned } from '../../../src/engine/certainty/learned-form.ts';

const PATH = 'src/engine/certainty/learned.ts';
const DIGITS = 4;

/** Writes what was learned, with the figures it was judged by, into the engine. */
export function writeLearned(learned: Learned, judgement: readonly string[]): void {
  const rounded = JSON.parse(JSON.stringify(learned), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value,
  );
  const lines = [
    "import type { Learned } from './learned-form.ts';",
    '',
    '/*',
    ' * Written by `npm run calibrate -- --write`; not to be edited. Each model was judged by what other people taught:',
    ' *',
    ...judgement.map((line) => ` * ${line}`.trimEnd()),
    ' */',
    `export const LEARNED: Learned = ${JSON.stringify(rounded, null, 2)};`,
    '',
  ];
  writeFileSync(PATH, lines.join('\n'));
}
