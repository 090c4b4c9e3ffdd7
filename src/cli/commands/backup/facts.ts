import { localTime } from '../../../system/local-time.ts';
import type { Context } from '../../context.ts';
import { type Fact, printUnlessQuiet } from '../print-list.ts';

export const timesText = (count: number, thing: string) => `${count} ${count === 1 ? thing : `${thing}s`}`;

export const filesFact = (name: string, { count, bytes }: { count: number; bytes: number }): Fact => ({
  name,
  value: `${count} (${megabytes(bytes)} MB)`,
  exact: { count, bytes },
});

export const countFact = (name: string, count: number): Fact => ({ name, value: String(count), exact: count });

interface Content {
  patients: number;
  reconstructions: number;
  afters: number;
  photos: number;
  files: { count: number; bytes: number };
  records: number;
}

/** What a snapshot holds. */
export const contentFacts = ({ patients, reconstructions, afters, photos, files, records }: Content): Fact[] => [
  countFact('patients', patients),
  { ...countFact('reconstructions', reconstructions), title: '3D models, failed ones too' },
  { ...countFact('after records', afters), title: 'after-records, failed ones too' },
  countFact('photos', photos),
  { ...filesFact('files', files), title: 'files, with the photos' },
  { ...countFact('records', records), title: 'records of all kinds' },
];

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

type Report = Awaited<ReturnType<typeof import('../../../service/backup/verify.ts').verifyBackup>>;

/** Prints what a snapshot was found to hold, and warns of what it lacks. */
export async function tellSnapshot(
  { snapshot, begun, version, missing, unfinished, skipped, ...content }: Report & { skipped?: number },
  context: Context,
): Promise<void> {
  const { streams } = context;
  const facts: Fact[] = [
    { name: 'snapshot', value: snapshot },
    { name: 'made', value: streams.stdoutIsTty() ? localTime(begun) : begun, exact: begun },
    { name: 'version', title: 'recon version', value: version ?? 'before 0.31.0', exact: version },
    ...contentFacts(content),
    countFact('missing files', missing),
    ...(skipped === undefined ? [] : [countFact('skipped files', skipped)]),
  ];
  await printUnlessQuiet(facts, context);
  if (missing > 0) {
    streams.warn(
      `the backup lacks ${timesText(missing, 'file')}; a restore shows the records that name them as failed`,
    );
  }
  if (unfinished.length > 0) {
    streams.warn(`there are later snapshots that were not finished: ${unfinished.join(', ')}`);
  }
}
