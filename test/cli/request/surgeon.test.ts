import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { typeMain } from '../../support/typed-terminal.ts';

async function openClinic() {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  await service.patient('POST', '/patients');
  const add = (...args: string[]) => runMain(['accounts', 'add', ...args, '--data', service.dataFolder], environment);
  return { environment, add };
}

test('the account that was advised for an unknown surgeon was a main account, which gets no patients', async () => {
  const { environment, add } = await openClinic();
  const toNobody = () => runMain(['transfer', '1', '--to', 'dr-nobody', '--yes'], environment);
  const { exitCode, stderr } = await toNobody();
  expect(exitCode).toBe(2);
  expect(stderr).toContain('patients can be transferred to sub accounts of main only, and none is enabled\n');
  expect(stderr).toContain(
    'this makes a sub account of it, where the service runs: recon accounts add dr-nobody --under main\n',
  );
  expect(stderr).toMatch(/Try: where the service runs, this shows the accounts and their ids: recon accounts list\n$/);
  await add('dr-nobody', '--under', 'main');
  expect(await toNobody()).toMatchObject({ exitCode: 0 });
});

test('a surgeon whom nobody knows beside others: where accounts are listed, and how an id is kept for the name', async () => {
  const { environment, add } = await openClinic();
  await add('dr-silva', '--under', 'main');
  const { exitCode, stderr } = await runMain(['transfer', '1', '--to', 'dr-nobody', '--yes'], environment);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('known names: dr-silva\n');
  expect(stderr).toContain('Try: where the service runs, this shows the accounts and their ids: recon accounts list\n');
  expect(stderr).toContain('if no account has that name, this makes a sub account of it');
  expect(stderr).toContain(
    'recon config set surgeon.dr-nobody ID (which keeps the id of a sub account for that name)\n',
  );
});

test('a transfer to an account that is no sub account was asked about before it was refused', async () => {
  const { environment, add } = await openClinic();
  await add('dr-vale');
  expect((await add('dr-vale', '--under', 'main')).stderr).toContain('it is a main account, and nobody can transfer');
  await runMain(['config', 'set', 'surgeon.dr-vale', '2'], environment);
  const toVale = ['transfer', '1', '--to', 'dr-vale'];
  const asked = await typeMain(toVale, environment, []);
  expect(asked).toMatchObject({ exitCode: 4, asked: 0 });
  expect(asked.stderr.replaceAll(/\s+/g, ' ')).toContain(
    'surgeon 2 (dr-vale) is no sub account of main, or is disabled, and gets no patients; nothing was sent',
  );
  const whom = await typeMain(['transfer', '1'], environment, []);
  expect(whom).toMatchObject({ exitCode: 2, asked: 0, stderr: expect.stringContaining('none is enabled') });
  const sent = await runMain([...toVale, '--yes'], environment);
  expect(sent.exitCode).toBe(4);
  expect(sent.stderr).toMatch(/Try: .*this makes a sub account: recon accounts add NAME --under main\n/);
  expect(sent.stderr).not.toContain('recon login');
  await add('dr-silva', '--under', 'main');
  const beside = await runMain([...toVale, '--yes'], environment);
  expect(beside.stderr).toContain('patients can be transferred to: 3: dr-silva\n');
});

test('names that are nearly one are told, and no line to copy gives the patient to one of them', async () => {
  const { environment } = await openClinic();
  await runMain(['config', 'set', 'surgeon.dr-silva', '3'], environment);
  await runMain(['config', 'set', 'surgeon.dr-slivo', '4'], environment);
  const { exitCode, stderr } = await runMain(['transfer', '1', '--to', 'dr-sliva', '--yes'], environment);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('did you mean dr-silva or dr-slivo?');
  expect(stderr).not.toContain('accounts add');
  expect(stderr).not.toContain('--to dr-');
  expect(stderr).toMatch(/Try: where the service runs, this shows the accounts and their ids: recon accounts list\n$/);
});

test('a transfer to another main account, or to the own one, led to a sub account that cannot be made', async () => {
  const { environment, add } = await openClinic();
  await add('clinic-b');
  const to = (name: string) => runMain(['transfer', '1', '--to', name, '--yes'], environment);
  const { exitCode, stderr } = await to('clinic-b');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('if no account has that name, this makes a sub account of it');
  expect(stderr).toContain('if it is another main account, it gets no patients of this one\n');
  expect(stderr).toMatch(/Try: [^\n]*: recon accounts list\n$/);
  const own = await to('Main');
  expect(own).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('main is this account, which has its patients already'),
  });
  expect(own.stderr).not.toContain('accounts add');
});

test('a name that is kept hid whose account the patient goes to', async () => {
  const { environment, add } = await openClinic();
  for (const name of ['dr-costa', 'dr-lima']) await add(name, '--under', 'main');
  const keep = (name: string, id: string) => runMain(['config', 'set', `surgeon.${name}`, id], environment);
  await keep('silva', '2');
  const asked = await typeMain(['transfer', '1', '--to', 'silva'], environment, [[/y\/N/, 'n']]);
  expect(asked.stderr).toContain('surgeon 2 (dr-costa, kept here as silva)');
  await keep('dr-lima', '2');
  const refused = await typeMain(['transfer', '1', '--to', 'dr-lima'], environment, []);
  expect(refused).toMatchObject({ exitCode: 2, asked: 0 });
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
    '"dr-lima" is kept here for 2, who is dr-costa, and is the name of 3',
  );
  expect(refused.stderr).toContain('Try: recon config unset surgeon.dr-lima');
});
