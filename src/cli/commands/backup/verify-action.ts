import { type Line, ReconError } from '../../../errors.ts';
import type { Verified } from '../../../service/backup/verify.ts';
import type { Context } from '../../context.ts';
import { printList } from '../print-list.ts';
import { tellSnapshot, timesText } from './facts.ts';
import { warnOfOpenKey } from './open-key.ts';
import { showTrying } from './show-trying.ts';
import { throwWithKey, withKey } from './with-key.ts';

export interface SnapshotOptions {
  keyFile?: string;
  snapshot?: string;
}

export async function verifyService(
  from: string,
  { all = false, ...options }: SnapshotOptions & { all?: boolean },
  context: Context,
): Promise<void> {
  const { streams, signal } = context;
  if (all && options.snapshot !== undefined) {
    throw new ReconError('usage', '--all verifies every snapshot, so --snapshot does not go with it');
  }
  const [{ verifyBackup, verifyEach }, { backupAddress }] = await Promise.all([
    import('../../../service/backup/verify.ts'),
    import('../../../service/backup/backup-address.ts'),
  ]);
  await warnOfOpenKey(options.keyFile, context);
  const onTrying = await showTrying(context);
  const choice = { ...options, from: backupAddress(from, context.environment), onTrying };
  if (all) return await tellEach(verifyEach(choice, signal), { from, keyFile: options.keyFile }, context);
  const report = await verifyBackup(choice, signal).catch((error) => throwWithKey(error, options.keyFile));
  await tellSnapshot(report, context);
  if (report.missing === 0) return streams.say('Every record and file of it comes back as it was.');
  const lost = report.missing === 1 ? 'one file is not in it' : `${report.missing} files are not in it`;
  streams.warn(`${lost}: the service lacked what is missing when the backup was made; all else comes back as it was`);
  streams.say({ before: 'which snapshots lack files', command: ['backup', 'verify', from, '--all'] });
}

/** Programs read them by their place: a new one comes last. */
const COLUMNS = [
  ...['snapshot', 'state', 'records', 'files', 'bytes', 'missing'],
  ...['patients', 'reconstructions', 'photos', 'version'],
];
/** Whether a patient's data are in it, the others tell. */
const SPARE = ['version', 'records', 'bytes', 'files'];

/** Which snapshots are whole; ends with 11 if one is not, and names the line that helps. */
async function tellEach(
  verified: AsyncIterable<Verified>,
  { from, keyFile }: { from: string; keyFile: string | undefined },
  context: Context,
): Promise<void> {
  const found: Verified[] = [];
  const live = await context.liveLine();
  try {
    for await (const one of verified) {
      live.state(`${one.snapshot} ${one.damage === undefined ? 'is whole' : 'is damaged'}`);
      found.push(one);
    }
  } finally {
    live.stop();
  }
  const records = found.map(({ snapshot, report, damage }) => ({
    snapshot,
    state: damage === undefined ? 'whole' : 'damaged',
    records: report?.records ?? null,
    files: report?.files.count ?? null,
    bytes: report?.files.bytes ?? null,
    missing: report?.missing ?? null,
    patients: report?.patients ?? null,
    reconstructions: report?.reconstructions ?? null,
    photos: report?.photos ?? null,
    version: report?.version ?? null,
  }));
  await printList({ name: 'snapshots', columns: COLUMNS, records, sizes: ['bytes'], spare: SPARE }, context);
  const damages = found.flatMap(({ damage }) => damage ?? []);
  const [first] = damages;
  if (first === undefined) return;
  const { DamagedFile, someOf } = await import('../../../service/backup/damaged.ts');
  // A file that several snapshots name is told once.
  const named = new Set(damages.flatMap((one) => (one instanceof DamagedFile ? one.files : one.message)));
  const details: Line[] = someOf([...named]);
  const whole = found.findLast(({ damage }) => damage === undefined);
  if (whole !== undefined) {
    const command = ['restore', from, '--snapshot', whole.snapshot, '--data', 'NEW'];
    details.push({ before: 'the newest whole one is restored by', command });
  }
  const lacking = found.findLast(({ damage }) => damage instanceof DamagedFile);
  if (lacking !== undefined) {
    const command = ['restore', from, '--snapshot', lacking.snapshot, '--skip-damaged', '--data', 'NEW'];
    details.push({ before: `all but the damaged files of ${lacking.snapshot} is restored by`, command });
  }
  // Another backup does not mend what is over; once the newest one is whole, nothing else is needed.
  const ofRecords = found.filter(({ damage }) => damage !== undefined && !(damage instanceof DamagedFile));
  const mayGo = found.at(-1)?.damage === undefined && ofRecords.length === damages.length;
  const told = first.with({
    ...(mayGo && {
      hint: {
        before: 'the newest snapshot is whole; to remove the damaged ones',
        command: ['backup', 'remove', from, ...ofRecords.map(({ snapshot }) => snapshot)],
      },
    }),
    message: `${damages.length} of ${timesText(found.length, 'snapshot')} ${damages.length === 1 ? 'is' : 'are'} damaged`,
    details,
  });
  throw withKey(told, keyFile);
}
