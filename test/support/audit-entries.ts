import type { AuditEntry, AuditLine } from '../../src/service/domain/audit-lines.ts';
import { openAuditReader } from '../../src/service/start.ts';
import type { TestService } from './running-service.ts';

/** All lines of a service's audit that are written by now; what was only read may take half a second. */
export async function auditLines({ places }: Pick<TestService, 'places'>): Promise<AuditLine[]> {
  const audit = await openAuditReader(places);
  const lines: AuditLine[] = [];
  for await (const { line } of audit.lines()) lines.push(line);
  await audit.close();
  return lines;
}

/** Those of requests, by the time of their answers; not those of commands. */
export async function auditEntries(service: Pick<TestService, 'places'>): Promise<AuditEntry[]> {
  const entries = (await auditLines(service)).filter((line): line is AuditEntry => 'operation' in line);
  return entries.filter(({ ip }) => ip !== null).toSorted((one, other) => (one.time < other.time ? -1 : 1));
}

/** What `verify` says of a service's audit. */
export async function verifiedAudit({ places }: Pick<TestService, 'places'>) {
  const audit = await openAuditReader(places);
  const verified = await audit.verify();
  await audit.close();
  return verified;
}
