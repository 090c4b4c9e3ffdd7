import type { Context } from '../../context.ts';
import { tellSnapshot } from './facts.ts';
import { warnOfOpenKey } from './open-key.ts';

export interface SnapshotOptions {
  keyFile?: string;
  snapshot?: string;
}

export async function verifyService(from: string, options: SnapshotOptions, context: Context): Promise<void> {
  const { streams, signal } = context;
  const [{ verifyBackup }, { backupAddress }] = await Promise.all([
    import('../../../service/backup/verify.ts'),
    import('../../../service/backup/backup-address.ts'),
  ]);
  await warnOfOpenKey(options.keyFile, context);
  const report = await verifyBackup({ ...options, from: backupAddress(from, context.environment) }, signal);
  await tellSnapshot(report, context);
  streams.say('Every record and file of it comes back as it was.');
}
