import { onTestFinished, test } from 'vitest';
import { sealedLines, verifyAudit } from '../../src/service/audit/verify.ts';
import type { AuditLine } from '../../src/service/domain/audit-lines.ts';
import { openService, openStoreOf, type TestService } from '../support/running-service.ts';

/** The sealed lines of a service that has stopped. */
async function linesOf(service: TestService): Promise<AuditLine[]> {
  const { store, close } = await openStoreOf(service);
  const lines: AuditLine[] = [];
  for await (const { line } of sealedLines(store)) lines.push(JSON.parse(line));
  await close();
  return lines;
}

test('try', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana' } });
  await service.list();
  await service.send('DELETE', `/patients/${patient.id}`);
  await service.stop();
  console.log(await linesOf(service));
  const { store, close } = await openStoreOf(service);
  console.log(await verifyAudit(store));
  await close();
});
