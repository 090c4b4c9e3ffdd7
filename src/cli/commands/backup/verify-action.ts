import type { Context } from '../../context.ts';
import { tellSnapshot } from './facts.ts';

export interface SnapshotOptions {
  keyFile?: string;
  snapshot?: string;
}

export async function verifyService(from: string, options: SnapshotOptions, context: Context): Promise<void> {
  const { streams, signal } = context;
  const { verifyBackup } = await import('../../../service/backup/verify.ts');
  const report = await verifyBackup({ from, ...options }, signal);
  await tellSnapshot(report, context);
  streams.say('Every record and file of it comes back as it was.');
}
