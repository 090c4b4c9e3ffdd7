import type { Fact } from '../print-list.ts';

export const timesText = (count: number, thing: string) => `${count} ${count === 1 ? thing : `${thing}s`}`;

export const filesFact = (name: string, { count, bytes }: { count: number; bytes: number }): Fact => ({
  name,
  value: `${count} (${megabytes(bytes)} MB)`,
  exact: { count, bytes },
});

export const incompleteFact = (name: string, count: number): Fact => ({ name, value: String(count), exact: count });

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

/** What a snapshot was found to hold. */
export const snapshotFacts = ({
  snapshot,
  begun,
  records,
  files,
  missing,
}: {
  snapshot: string;
  begun: string;
  records: number;
  files: { count: number; bytes: number };
  missing: number;
}): Fact[] => [
  { name: 'snapshot', value: snapshot },
  { name: 'made', value: begun },
  incompleteFact('records', records),
  filesFact('files', files),
  incompleteFact('missing files', missing),
];
