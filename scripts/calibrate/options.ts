import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  data: string;
  /** One JSON line for each generation; what is there is not made again. */
  file: string;
  /** Folder for people who are made. */
  scratch: string;
  family: number;
  realHeads: number;
  relief: number;
  /** Such as `head 4`; all where it is absent. */
  variants: readonly string[] | undefined;
  /** After that many minutes no further generation begins. */
  limitMinutes: number;
  /** Takes generations of other states of the engine, too. */
  stale: boolean;
  /** Only learns, from what is there. */
  learn: boolean;
  /** Prints what the engine's own coefficients tell, instead of learning. */
  judge: boolean;
  /** Writes the coefficients into the engine. */
  write: boolean;
}

const USAGE = `npm run calibrate -- --data FOLDER
  --file FILE          generations with their true errors, one JSON line each; a run appends what is missing
  --scratch FOLDER     people who are made, as of npm run bench:engine
  --family 12 --real-heads 40 --relief 12
  --variants "head 4"  makes and judges these alone, as after a change of one provider
  --limit-minutes 20   begins nothing after that, and learns from what there is
  --stale              learns from generations of another state of the engine, too
  --learn              makes nothing
  --judge              judges the engine's own coefficients instead of what others teach
  --write              writes src/engine/certainty/learned.ts`;

export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ data: text, file: text, scratch: text, family: text, 'real-heads': text, relief: text },
      ...{ 'limit-minutes': text, variants: text, stale: flag, learn: flag, judge: flag, write: flag },
    },
  });
  if (values.data === undefined) throw new Error(`--data is missing\n${USAGE}`);
  if (values.judge && values.write) throw new Error(`--judge learns nothing that could be written\n${USAGE}`);
  if (values.variants !== undefined && values.write) {
    throw new Error(`--variants would write coefficients that know nothing of the others\n${USAGE}`);
  }
  return {
    data: resolve(values.data),
    file: resolve(values.file ?? 'build/calibrate/generations.jsonl'),
    scratch: resolve(values.scratch ?? 'build/bench-engine/scratch'),
    family: Number(values.family ?? 12),
    realHeads: Number(values['real-heads'] ?? 40),
    relief: Number(values.relief ?? 12),
    variants: values.variants?.split(','),
    limitMinutes: Number(values['limit-minutes'] ?? Infinity),
    ...{ stale: values.stale, learn: values.learn, judge: values.judge, write: values.write },
  };
}
