import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';
import { snapshotFacts, timesText } from './facts.ts';

export interface SnapshotOptions {
  keyFile?: string;
  snapshot?: string;
}

export async function verifyService(from: string, options: SnapshotOptions, context: Context): Promise<void> {
  const { streams, signal } = context;
  const { verifyBackup } = await import('../../../service/backup/verify.ts');
  const report = await verifyBackup({ from, ...options }, signal);
  await printFacts(snapshotFacts(report), context);
  if (report.missing > 0) {
    streams.warn(`the backup lacks ${timesText(report.missing, 'file')}, as was told when it was made`);
  }
  streams.say('Every record and file of it comes back as it was.');
}
