import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { record, TOKEN } from '../../core/recorder.ts';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test('a deletion after which bytes remain for now is told with the warning of the service', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const ids: number[] = [];
  for (let count = 0; count < 2; count++) ids.push((await service.patient('POST', '/patients')).patient.id);
  const remove = (id: number) => runMain(['patients', 'delete', String(id), '--yes'], environment);
  const quiet = await remove(ids[0]!);
  expect([quiet.exitCode, quiet.stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  const reader = await openSqlite(join(service.dataFolder, 'recon.db'));
  reader.exec('begin');
  reader.prepare('select count(*) from patients').all();
  const told = await remove(ids[1]!);
  reader.close();
  expect(told.exitCode).toBe(0);
  expect(told.stderr).toContain(`deleted patient ${ids[1]}`);
  expect(told.stderr).toContain('warning: the patient is deleted; bytes of it remain on the disk for now');
});

test('a script that names nobody deletes nobody: with --if-exists that is no error', async () => {
  const environment = { HOME: tempFolder() };
  const remove = (...flags: string[]) => runMain(['patients', 'delete', '--yes', ...flags], environment);
  expect(await remove('--if-exists')).toMatchObject({ exitCode: 0, stderr: 'nobody was named; nothing to delete\n' });
  expect(await remove()).toMatchObject({ exitCode: 2 });
});

test('who was transferred is deleted by who has them: the lists that were named show nobody of those', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const form = { 'patient[name]': 'Stop Halfway' };
  const { id } = (await service.patient('POST', '/patients', { form })).patient;
  const remove = async (...whom: string[]) => {
    const { exitCode, stderr } = await runMain(['patients', 'delete', ...whom], environment);
    expect([exitCode, stderr]).not.toEqual([3, expect.stringContaining('recon list')]);
    return stderr;
  };
  const way = 'Try: if another account has the patient now, ask it to delete the patient, or to give it back\n';
  expect(await remove('Tom Wrong', '--yes')).toContain(way);
  expect(await remove('88', '--yes')).toContain(`it may have been deleted or transferred\n  ${way}`);
  const several = `nobody was deleted\n  ${way}`;
  expect(await remove('Stop Halfway', 'Tom Wrong', '--yes')).toContain(several);
  const asked = await typeMain(['patients', 'delete', String(id), '88'], environment, [], { columns: 200 });
  expect(asked.stderr.replaceAll('\r', '')).toContain(several);
  expect((await service.list()).patients).toHaveLength(1);
  expect((await runMain(['patients', 'delete', 'last', '--yes'], environment)).stderr).toContain('Try: recon list');
});

test('a delete leads to what this account can do, and never to somebody with a name that is near', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const accounts = await openAccounts(service.places);
  const { token: surgeon } = await accounts.add('dr-silva', 'main');
  await accounts.close();
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Stop Halfway' } });
  const said = async (token: string, ...whom: string[]) => {
    const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token };
    const { stderr } = await typeMain(['patients', 'delete', ...whom], environment, [], { columns: 250 });
    return stderr.replaceAll('\r', '');
  };
  const given =
    'Try: if a surgeon (a sub account) has the patient now, ask that surgeon to delete the patient or to give it back: dr-silva\n';
  const near = await said(service.token, 'Stop Halfwy');
  expect(near).toContain(`no patient has the name "Stop Halfwy"\n  ${given}`);
  expect(near).not.toContain('Stop Halfway');
  const missing = await said(service.token, '88', '--yes');
  expect(missing).toContain(given);
  expect(missing).not.toContain('--back');
  expect(await said(surgeon, '88')).toContain(
    'Try: if the main account has the patient now, ask whoever has that one to delete the patient, or to transfer it to this account\n',
  );
});

test('a person who has deleted a patient is told that exports and backups may still have it; a script is not', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const told: string[] = [];
  for (const isTTY of [true, false]) {
    const { id } = (await service.patient('POST', '/patients')).patient;
    const { stand, texts } = standInProcess(['patients', 'delete', String(id), '--yes'], environment);
    Object.assign(stand.stderr, { isTTY, columns: 120 });
    await main(stand);
    told.push(texts.stderr);
  }
  const line =
    'earlier exports, backups and folders restored from them may still have what was deleted: recon help privacy';
  expect(told).toEqual([expect.stringContaining(line), expect.not.stringContaining(line)]);
});

test('no word of a question for yes or no was broken: its end had no room behind it', async () => {
  const { url } = await record(() => ({ body: JSON.stringify({ patient: { id: 7, name: 'Joana Wide' } }) }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const line = ['patients', 'delete', '7'];
  const { stderr } = await typeMain(line, environment, [[/cannot be undone/, '\r']], { columns: 90 });
  expect(stderr).toMatch(/This cannot be undone\.\r?\n +y\/N, then Enter/);
});

test('a delete names the profile before it asks, where there are several: patient 7 of another one is somebody else', async () => {
  const { url } = await record(() => ({ body: JSON.stringify({ patient: { id: 7, name: 'Joana Wide' } }) }));
  const environment = { HOME: tempFolder(), RECON_TOKEN: TOKEN };
  const asked = async (...args: string[]) => {
    const line = ['patients', 'delete', '7', ...args];
    return (await typeMain(line, environment, [[/cannot be undone/, '\r']], { columns: 200 })).stderr;
  };
  const setUp = (profile: string) => runMain(['config', 'set', 'base-url', url, '--profile', profile], environment);
  await setUp('default');
  const question = 'Delete this patient, all photos and all 3D models?';
  const before = await asked();
  expect(before).toContain(question);
  expect(before).not.toContain('(profile');
  await setUp('test');
  expect(await asked('--profile', 'test')).toMatch(/to delete: .*Joana Wide.* \(profile test\)\r?\n/);
  expect(await asked('--base-url', url)).toContain(` (at ${url})`);
});

test('where several services are known, a terminal shows which one a command is for; status tells it once', async () => {
  const list = { patients: [], page: 1, per_page: 50, total: 0 };
  const { url } = await record(() => ({ body: JSON.stringify(list) }));
  const environment = { HOME: tempFolder(), RECON_TOKEN: TOKEN };
  const setUp = (profile: string) => runMain(['config', 'set', 'base-url', url, '--profile', profile], environment);
  const said = async (...line: string[]) => (await typeMain(line, environment, [], { columns: 200 })).stderr;
  await setUp('default');
  expect(await said('list')).not.toContain('profile');
  await setUp('test');
  expect(await said('list', '--profile', 'test')).toMatch(/^profile test\r?\n/);
  expect(await said('list', '--base-url', url)).toContain(`at ${url}`);
  expect(await said('status')).not.toMatch(/profile default\r?\n/);
  const piped = await runMain(['list', '--profile', 'test'], environment);
  expect(piped.stderr).not.toContain('profile test');
});
