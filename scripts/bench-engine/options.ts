import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const PARTS = ['torso', 'head', 'body', 'bad', 'looks', 'page', 'speed'] as const;
export type Part = (typeof PARTS)[number];
export const METHODS = ['engine', 'hull', 'mean'] as const;
export type Method = (typeof METHODS)[number];

export interface Options {
  data: string;
  parts: readonly Part[];
  /** Names; all people of the folder where it is absent. */
  subjects: readonly string[] | undefined;
  methods: readonly Method[];
  /** Names of the bad set's kinds; all where it is absent. */
  kinds: readonly string[] | undefined;
  /** Such as `torso 4`; all where it is absent. */
  variants: readonly string[] | undefined;
  /** Scores the results that an earlier run left in the scratch folder, and makes only the missing ones. */
  rescore: boolean;
  /** Number of people of another family who are made and measured beside those of the data; 0 for none. */
  family: number;
  /** Number of heads drawn from the modes of real ones that are made and measured too; 0 for none. */
  realHeads: number;
  /** Adds relief that no mode has to those heads. */
  relief: boolean;
  /** The file of the models of people that are measured. */
  people: string;
  jobs: number;
  /** Folder for pictures to look at; none are made if it is absent. */
  pictures: string | undefined;
  /** Folder for the files of the runs. */
  scratch: string;
}

const USAGE = `npm run bench:engine -- --data FOLDER
  --only torso,head,body,bad,looks,page,speed   parts; looks is what is told before a generation, page the same by the
                                     routes of the patient's page of \`recon serve\` (after npm run build), speed every
                                     provider's time without the controls
  --subjects f1,m1                   people; all of them where absent
  --methods engine,hull,mean
  --kinds blank,swapped              of the bad set
  --variants "torso 4,head 6"        sets and providers
  --family 10                        that many people of another family too, made in the scratch folder once; a part of
                                     --subjects are w1, n2, w3 and so on
  --real-heads 40                    that many heads drawn from the modes of real ones (real-heads.bin.gz), made in the
                                     scratch folder once; a part of --subjects are h1, h2 and so on. Nobody else is measured then
  --relief                           those heads with bumps of 1 mm, 15 mm wide, that no mode has
  --people FILE                      models of people other than the engine's own
  --rescore                          what an earlier run left in the scratch folder; makes what is missing
  --jobs 2                           two at a time: for accuracy only, times are not shown
  --pictures FOLDER                  turntables and shaded views, to be looked at
  --scratch FOLDER                   where models and made photos go`;

export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ data: text, only: text, subjects: text, methods: text, kinds: text },
      ...{ jobs: text, pictures: text, scratch: text, variants: text, family: text },
      ...{ 'real-heads': text, people: text, relief: { type: 'boolean', default: false } },
      rescore: { type: 'boolean', default: false },
    },
  });
  if (values.data === undefined) throw new Error(`--data is missing\n${USAGE}`);
  return {
    data: resolve(values.data),
    parts: chosen('--only', values.only, PARTS),
    subjects: values.subjects?.split(','),
    methods: chosen('--methods', values.methods, METHODS),
    kinds: values.kinds?.split(','),
    variants: values.variants?.split(','),
    rescore: values.rescore,
    family: Number(values.family ?? 0),
    realHeads: Number(values['real-heads'] ?? 0),
    relief: values.relief,
    people: resolve(values.people ?? 'src/engine/morphable/people.bin'),
    jobs: Number(values.jobs ?? 1),
    pictures: values.pictures === undefined ? undefined : resolve(values.pictures),
    scratch: resolve(values.scratch ?? 'build/bench-engine/scratch'),
  };
}

function chosen<T extends string>(flag: string, typed: string | undefined, all: readonly T[]): readonly T[] {
  if (typed === undefined) return all;
  return typed.split(',').map((word) => {
    const found = all.find((one) => one === word);
    if (found === undefined) throw new Error(`${flag} ${word}: there are ${all.join(', ')}`);
    return found;
  });
}
