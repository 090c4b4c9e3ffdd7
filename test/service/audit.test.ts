import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../src/service/accounts.ts';
import { auditEntries, auditLines, verifiedAudit } from '../support/audit-entries.ts';
import { openService, openStoreOf, type TestService } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';

async function opened(): Promise<TestService> {
  const service = await openService();
  onTestFinished(() => service.close());
  return service;
}

/** Works on the database of a service from beside it. */
async function beside(service: TestService, work: (statement: (text: string) => Promise<unknown>) => Promise<unknown>) {
  const { store, close } = await openStoreOf(service);
  await work((text) => sql.raw(text).execute(store.db));
  await close();
}

describe('lines', () => {
  test.each(['OPTIONS', 'PROPFIND'])('name %s, which no path takes, as it came', async (method) => {
    const service = await opened();
    expect((await service.send(method, '/patients')).status).toBe(405);
    await service.stop();
    const told = (await auditEntries(service)).filter(({ outcome }) => outcome === 405);
    expect(told.map(({ operation }) => operation)).toEqual([`${method} /patients`]);
  });

  test('tell who did what from where, what a list showed, and which picture', async () => {
    const service = await opened();
    const accounts = await openAccounts(service.places);
    await accounts.add('branch', 'main');
    const token = await accounts.addToken('main', { label: 'front desk', scope: 'write' });
    const target = (await accounts.list()).find(({ name }) => name === 'branch')!.id;
    await accounts.close();
    const { patient } = await service.patient('POST', '/patients', { ...token, form: await faceForm() });
    const { patient: other } = await service.patient('POST', '/patients', token);
    await service.send('GET', '/patients', token);
    await fetch(patient.reconstructions[0]!.front!);
    await service.send('POST', `/patients/${other.id}/transfer/${target}`, token);
    await service.send('GET', `/patients/${other.id}`, token);
    await service.send('DELETE', `/patients/${patient.id}`, { token: 'rcn_wrong' });
    await service.stop();
    const by = { account: 1, label: 'front desk', ip: '127.0.0.1', token: expect.any(Number) };
    const nobody = { account: null, label: null, token: null, ip: '127.0.0.1' };
    expect(await auditEntries(service)).toMatchObject([
      { ...by, operation: 'POST /patients', patient: patient.id, outcome: 201 },
      { ...by, operation: 'POST /patients', patient: other.id, outcome: 201 },
      { ...by, operation: 'GET /patients', patient: null, patients: [patient.id, other.id], outcome: 200 },
      { ...nobody, operation: 'GET /images/:owner/:file', patient: patient.id, picture: 'front', outcome: 200 },
      { ...by, operation: 'POST /patients/:id/transfer/:target_surgeon_id', patient: other.id, target, outcome: 200 },
      { ...by, operation: 'GET /patients/:id', patient: other.id, outcome: 404 },
      { ...nobody, operation: 'DELETE /patients/:id', patient: patient.id, outcome: 401 },
    ]);
  });

  test('name whose token was refused, where it has ended, was revoked, or its account is disabled', async () => {
    const service = await opened();
    const accounts = await openAccounts(service.places);
    onTestFinished(() => accounts.close());
    await accounts.add('branch', 'main');
    const id = (await accounts.list()).find(({ name }) => name === 'branch')!.id;
    const ended = await accounts.addToken('branch', { label: 'ended', scope: 'read', lifetimeMs: 1 });
    const revoked = await accounts.addToken('branch', { label: 'revoked', scope: 'read' });
    await accounts.revokeToken('branch', 'revoked');
    const disabled = await accounts.addToken('branch', { label: 'disabled', scope: 'read' });
    await accounts.setDisabled('branch', true);
    for (const sent of [ended, revoked, disabled, { token: 'rcn_wrong' }]) {
      expect((await service.send('GET', '/patients/7', sent)).status).toBe(401);
    }
    await service.stop();
    const entries = await auditEntries(service);
    const refused = { operation: 'GET /patients/:id', patient: 7, outcome: 401 };
    expect(entries).toMatchObject([
      ...['ended', 'revoked', 'disabled'].map((label) => ({
        ...refused,
        account: id,
        token: expect.any(Number),
        label,
      })),
      { ...refused, account: null, token: null, label: null },
    ]);
    expect(new Set(entries.map(({ token }) => token)).size).toBe(4);
    expect(JSON.stringify(entries)).not.toContain('rcn_');
  });

  test('tell which commands changed accounts and tokens', async () => {
    const service = await opened();
    const accounts = await openAccounts(service.places);
    await accounts.add('clinic');
    await accounts.addToken('clinic', { label: 'desk', scope: 'read' });
    await accounts.revokeToken('clinic', 'desk');
    await accounts.setDisabled('clinic', true);
    await accounts.close();
    const ofClinic = (await auditLines(service)).filter((line) => 'target' in line && line.target !== 1);
    expect(ofClinic).toMatchObject([
      { operation: 'accounts add', account: null, ip: null },
      { operation: 'accounts tokens add', changed: 'default' },
      { operation: 'accounts tokens add', changed: 'desk' },
      { operation: 'accounts tokens revoke', changed: 'desk' },
      { operation: 'accounts disable' },
    ]);
  });

  test('of changes are there with the answer; those of reads come up to half a second later', async () => {
    const service = await opened();
    const last = async () => (await auditEntries(service)).at(-1);
    const { patient } = await service.patient('POST', '/patients');
    const path = `/patients/${patient.id}`;
    const expectLine = async (operation: string, outcome: number) =>
      expect(await last()).toMatchObject({ operation, patient: patient.id, outcome });
    await expectLine('POST /patients', 201);
    await service.send('PUT', path, { form: { 'patient[city]': 'Porto' } });
    await expectLine('PUT /patients/:id', 200);
    await service.send('POST', `${path}/after`, { form: await faceForm() });
    await expectLine('POST /patients/:id/after', 201);
    const link = await service.send('GET', `${path}/invitation?reconstruction_type=face`);
    await expectLine('GET /patients/:id/invitation', 200);
    const { invitation_url } = (await link.json()) as { invitation_url: string };
    await service.send('POST', new URL(invitation_url).pathname, { token: null, form: await sentForm() });
    await expectLine('POST /invitations/:secret', 200);
    await service.send('DELETE', path);
    await expectLine('DELETE /patients/:id', 200);
    await service.send('GET', path);
    await expect.poll(last).toMatchObject({ operation: 'GET /patients/:id', patient: patient.id, outcome: 404 });
    expect(await auditEntries(service)).toHaveLength(7);
  });

  test('of a change that is asked for again by its key tell both requests', async () => {
    const service = await opened();
    const key = { headers: { 'idempotency-key': 'twice' } };
    await Promise.all([1, 2].map(() => service.patient('POST', '/patients', key)));
    await service.stop();
    const outcomes = (await auditEntries(service)).map(({ operation, outcome }) => [operation, outcome]);
    expect(outcomes).toEqual([
      ['POST /patients', 201],
      ['POST /patients', 201],
    ]);
  });
});

describe('an audit that cannot be written', () => {
  test('refuses what would change without a line; reads, deletes and shutting out go on, and are written later', async () => {
    const service = await opened();
    const { patient } = await service.patient('POST', '/patients');
    const { patient: kept } = await service.patient('POST', '/patients');
    await beside(service, (run) => run('alter table audit_inbox rename to audit_gone'));
    expect((await service.send('POST', '/patients')).status).toBe(500);
    expect((await service.send('PUT', `/patients/${kept.id}`, { form: { 'patient[city]': 'Rome' } })).status).toBe(500);
    expect((await service.list()).patients).toMatchObject([{ id: patient.id }, { id: kept.id, city: null }]);
    const deleted = await service.send('DELETE', `/patients/${patient.id}`);
    expect([deleted.status, await deleted.json()]).toEqual([200, { result: 'success' }]);
    const accounts = await openAccounts(service.places);
    await accounts.setDisabled('main', true);
    await accounts.setDisabled('main', false);
    await accounts.close();
    await expect.poll(() => service.log.join('\n')).toMatch(/^audit: cannot be written \(/m);
    await beside(service, (run) => run('alter table audit_gone rename to audit_inbox'));
    await expect.poll(() => service.log).toContain('audit: can be written again');
    await service.stop();
    const deletions = (await auditEntries(service)).filter(({ operation }) => operation === 'DELETE /patients/:id');
    expect(deletions).toMatchObject([{ patient: patient.id, outcome: 200 }]);
    expect((await verifiedAudit(service)).problems).toEqual([]);
  });
});

/** What a patient's page sends. */
async function sentForm() {
  const { 'reconstruction[type]': _type, ...form } = await faceForm(3);
  return form;
}
