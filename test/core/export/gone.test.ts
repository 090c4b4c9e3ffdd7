import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createClient } from '../../../src/core/client.ts';
import { exportPatients } from '../../../src/core/export/export.ts';
import { createTransport } from '../../../src/http/transport.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';

// Who is not in a list is not gone: an archive may be the only copy of somebody's model.

let service: TestService;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let count = 0;

beforeAll(async () => {
  service = await openService();
  accounts = await openAccounts(service.places);
});
afterAll(async () => {
  await accounts.close();
  await service.close();
});

const noPhoto = () => Promise.reject(new Error('nothing failed here'));

/** An account with nobody in it. */
async function newAccount(under?: string) {
  count += 1;
  const name = `clinic ${count}`;
  const { token } = await accounts.add(name, under);
  const id = (await accounts.list()).find((one) => one.name === name)!.id;
  const made = async (patient: string) => {
    const form = { 'patient[name]': patient, async: 'false', ...(await faceForm(count)) };
    return String((await service.patient('POST', '/patients', { token, form })).patient.id);
  };
  const exporting = (to: string, ...args: string[]) =>
    runMain(['patients', 'export', '--to', to, ...args], {
      ...{ PATH: process.env['PATH'] ?? '', HOME: tempFolder() },
      ...{ RECON_BASE_URL: service.url, RECON_TOKEN: token },
    });
  const send = (method: string, path: string, form?: Record<string, string>) =>
    service.send(method, path, { token, ...(form && { form }) });
  return { name, id, token, made, exporting, send };
}

const hasArchive = (to: string, id: string) => existsSync(join(to, 'archives', id, `patient-${id}-face.zip`));

test('those of a main account, where its sub account exports into the same folder', async () => {
  const main = await newAccount();
  const sub = await newAccount(main.name);
  const [own, given] = [await main.made('Ana'), await main.made('Ben')];
  const to = tempFolder();
  await main.exporting(to);
  expect((await main.send('POST', `/patients/${given}/transfer/${sub.id}`)).status).toBe(200);
  const { exitCode, stderr } = await sub.exporting(to);
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('1 archive of an earlier export: of a patient who is not in the list any more'),
  });
  expect(hasArchive(to, own)).toBe(true);
});

test('that of a patient whose new name the filter does not find', async () => {
  const clinic = await newAccount();
  const [stays, renamed] = [await clinic.made('Maria Silva'), await clinic.made('Ana Silva')];
  const to = tempFolder();
  await clinic.exporting(to, '--name', 'silva');
  await clinic.send('PUT', `/patients/${renamed}`, { 'patient[name]': 'Ana Costa' });
  const { exitCode, stderr } = await clinic.exporting(to, '--name', 'silva');
  expect({ exitCode, stderr }).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('not found by these filters any more; it stays'),
  });
  expect([hasArchive(to, stays), hasArchive(to, renamed)]).toEqual([true, true]);
  expect((await clinic.exporting(to, '--name', 'silva', '--remove-gone')).exitCode).toBe(2);
});

test.each([[[]], [['--remove-gone']]])(
  'that of the only patient, of whom another account exports nobody %j',
  async (flags) => {
    const [clinic, other] = [await newAccount(), await newAccount()];
    const only = await clinic.made('Ana');
    const to = tempFolder();
    await clinic.exporting(to);
    const { exitCode, stderr } = await other.exporting(to, ...flags);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('1 archive of an earlier export');
    if (flags.length > 0) expect(stderr).toContain('this may be another account');
    expect(hasArchive(to, only)).toBe(true);
  },
);

test('that of a deleted patient, until it is asked for; the flag is named', async () => {
  const clinic = await newAccount();
  const [, deleted] = [await clinic.made('Ana'), await clinic.made('Ben')];
  const to = tempFolder();
  await clinic.exporting(to);
  await clinic.send('DELETE', `/patients/${deleted}`);
  const { exitCode, stdout, stderr } = await clinic.exporting(to, '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).archives).toMatchObject({ removed: 0, unlisted: 1, earlier: 1 });
  expect(stderr).toContain(`not in the list any more (archives/${deleted}/patient-${deleted}-face.zip); it stays`);
  expect(stderr).toMatch(
    /recon patients export --to \S+ --remove-gone --dry-run \(without --dry-run it removes these\)/,
  );
  expect(hasArchive(to, deleted)).toBe(true);
  const asked = await clinic.exporting(to, '--remove-gone', '--json');
  expect(JSON.parse(asked.stdout).archives).toMatchObject({ removed: 1, unlisted: 0, earlier: 0 });
  expect(hasArchive(to, deleted)).toBe(false);
});

test('that of a chosen patient who was deleted, until it is asked for', async () => {
  const clinic = await newAccount();
  const [stays, deleted, other] = [await clinic.made('Ana'), await clinic.made('Ben'), await clinic.made('Cia')];
  const to = tempFolder();
  const chosen = ['--id', stays, '--id', deleted];
  await clinic.exporting(to, ...chosen);
  await clinic.send('DELETE', `/patients/${deleted}`);
  await clinic.send('DELETE', `/patients/${other}`);
  const told = await clinic.exporting(to, ...chosen);
  expect(told).toMatchObject({ exitCode: 7, stderr: expect.stringContaining(`not found: ${deleted}`) });
  expect(told.stderr).toMatch(
    new RegExp(`recon patients export --to \\S+ --id ${stays} --id ${deleted} --remove-gone --dry-run`),
  );
  expect(told.stderr).not.toContain('the same command again');
  expect(hasArchive(to, deleted)).toBe(true);
  const foreseen = await clinic.exporting(to, ...chosen, '--remove-gone', '--dry-run');
  expect(foreseen).toMatchObject({ exitCode: 7, stderr: expect.stringContaining(`would remove archives/${deleted}/`) });
  expect(hasArchive(to, deleted)).toBe(true);
  const asked = await clinic.exporting(to, ...chosen, '--remove-gone');
  // A patient who was named is not saved, so it is no 0.
  expect(asked).toMatchObject({ exitCode: 7, stderr: expect.stringContaining(`removed archives/${deleted}/`) });
  expect(asked.stderr).toContain(
    `recon: patient ${deleted} is not there any more, and what the folder had of this patient is removed\n  Try: from now on the same command without --id ${deleted}\n`,
  );
  expect([hasArchive(to, stays), hasArchive(to, deleted)]).toEqual([true, false]);
  expect(await clinic.exporting(to, ...chosen, '--remove-gone')).toMatchObject({
    exitCode: 7,
    stderr: expect.stringContaining('the folder has no files of this patient'),
  });
  const others = await clinic.exporting(to, '--remove-gone');
  expect(others.stderr).toMatch(/Try: recon patients export --to \S+ --id \d+ --id \d+ --remove-gone \(/);
  // Who is still there may not be left out, whom the folder has nothing of may be.
  expect((await clinic.exporting(to, '--id', deleted)).exitCode).toBe(2);
  expect(await clinic.exporting(to, '--id', stays)).toMatchObject({ exitCode: 0 });
  expect(hasArchive(to, stays)).toBe(true);
});

test('those of chosen patients of whom none is there, which may be by another account', async () => {
  const [clinic, another] = [await newAccount(), await newAccount()];
  const ids = [await clinic.made('Ana'), await clinic.made('Ben')];
  const chosen = ids.flatMap((id) => ['--id', id]);
  const to = tempFolder();
  await clinic.exporting(to, ...chosen);
  expect(await another.exporting(to, ...chosen, '--remove-gone')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining(`this may be another account; if all were deleted, delete ${to}`),
  });
  expect(ids.map((id) => hasArchive(to, id))).toEqual([true, true]);
});

test('that of a patient whom the list leaves out and the service knows', async () => {
  const clinic = await newAccount();
  const [, left] = [await clinic.made('Ana'), await clinic.made('Ben')];
  const to = tempFolder();
  const client = createClient(
    createTransport({
      ...{ baseUrl: service.url, token: async () => clinic.token, clock: systemClock },
      ...{ proxy: {}, userAgent: 'recon/test' },
    }),
  );
  onTestFinished(() => client.close());
  const request = {
    ...{ to, service: service.url, filters: {}, formats: [], removeGone: true },
    ...{ archives: { types: undefined }, printableJson: (json: string) => json },
  };
  const hooks = { clock: systemClock, jobs: 1, fetchPhoto: noPhoto };
  await exportPatients(client, request, hooks);
  const forgetful: Pick<typeof client, 'eachPage'> = {
    async *eachPage(filters) {
      for await (const reply of client.eachPage(filters)) {
        const patients = reply.body!.patients!.filter((one) => String(one!.id) !== left);
        const meta = { ...reply.body!.meta, total_entries: patients.length };
        yield { ...reply, body: { ...reply.body, patients, meta } } as typeof reply;
      }
    },
  };
  const { gone } = await exportPatients({ ...client, ...forgetful }, request, hooks);
  expect(gone).toMatchObject({ removed: [], unlisted: [expect.stringContaining(left)] });
  expect(hasArchive(to, left)).toBe(true);
});
