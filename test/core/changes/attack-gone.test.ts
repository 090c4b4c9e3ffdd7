import { expect, test } from 'vitest';
import { record } from '../recorder.ts';
import { attackHome, entryIn } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

// A change that is open of a patient who was deleted meanwhile, by somebody else.

const { create, recon, started } = attackHome();
const CITY = ['patients', 'update', '1', '--city', 'Porto', '--yes'];

/** A service with so many patients, and a colleague who deletes all of them. */
async function serviceWith(patients: number) {
  const service = await strangerService();
  for (let at = 1; at <= patients; at += 1) await create(service, '--name', `Ana Number ${at}`, '--allow-same');
  return Object.assign(service, { deleteAll: () => service.patients.splice(0) });
}

test('resume told of itself as the next step for ever where the patient was deleted meanwhile', async () => {
  const service = await serviceWith(2);
  const entries: string[] = [];
  for (const id of ['1', '2']) {
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    const lost = await recon(service, 'patients', 'update', id, '--city', 'Porto', '--yes');
    expect(lost).toMatchObject({ exitCode: 10, stderr: expect.not.stringContaining('any more') });
    entries.push(entryIn(lost.stderr));
  }
  service.deleteAll();
  const gone = (id: number) => `patient ${id} is not there any more, so whether the update was made cannot be seen`;
  const both = await recon(service, 'resume');
  expect(both).toMatchObject({ exitCode: 10, stdout: '' });
  for (const [at, entry] of entries.entries()) {
    expect(both.stderr).toContain(
      `\n  the update of patient ${at + 1}: ${gone(at + 1)}: recon resume ${entry} --forget\n`,
    );
  }
  const [first] = entries;
  expect((await recon(service, 'resume', first!)).stderr).toContain(
    `recon: ${gone(1)}\n  it may have been deleted or transferred\n  Try: recon resume ${first} --forget (`,
  );
  for (const entry of entries) expect(await recon(service, 'resume', entry, '--forget')).toMatchObject({ exitCode: 0 });
  expect((await recon(service, 'resume', '--list', '-o', 'id')).stdout).toBe('');
});

test('of a transfer it is not told that the patient is gone: the answer may be about the surgeon', async () => {
  let status = 502;
  const { url } = await record(({ method }) => {
    const headers = { 'recon-idempotency': '24h' };
    if (method !== 'GET') return { body: '{}', status, headers };
    return { body: JSON.stringify({ patient: { id: 7, name: 'Ana', reconstructions: [] }, async: '' }), headers };
  });
  const entry = entryIn((await recon({ url }, 'transfer', '7', '--to', '77', '--yes')).stderr);
  status = 404;
  const { exitCode, stderr } = await recon({ url }, 'resume', entry);
  expect(exitCode, stderr).toBe(10);
  expect(stderr).toContain('there is no patient 7 in this account, or no surgeon 77 to send it to');
  expect(stderr).toContain(`Try: recon resume ${entry} --forget (`);
});

test('resume did not say that it drops a change of a patient who is not there any more', async () => {
  const service = await serviceWith(1);
  service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
  const update = started(service, ...CITY);
  await update.isPutOff();
  expect((await update.interrupt()).exitCode).toBe(130);
  service.deleteAll();
  const { exitCode, stderr } = await recon(service, 'resume');
  expect(exitCode).toBe(3);
  expect(stderr).toContain('recon: there is no patient 1 in this account\n');
  expect(stderr).toContain('\n  it was not made, and is not open any more\n');
  expect((await recon(service, 'resume')).stderr).toContain('nothing is open here');
});
