import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { withLock } from '../../../src/system/lock.ts';
import { attackHome, FACE, names, THREE, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { create, importing, keptOf, put, recon, setQuietPeriod, started } = attackHome();

describe('Ctrl-C', () => {
  test('while a look confirms an answered update: the update is not sent again', async () => {
    let stop: () => unknown = () => {};
    let puts = 0;
    const service = await strangerService({
      // The answer of the PUT still shows what was there before, so a look confirms it.
      putAnswer: ({ owner: _, ...one }) => ({ ...one, reconstructions: [] }),
      onRequest: async ({ method }) => {
        if (method === 'PUT') puts += 1;
        if (method === 'GET' && puts === 1) {
          stop();
          await systemClock.sleep(200);
        }
      },
    });
    await create(service, '--name', 'Ana', '--no-wait', ...FACE);
    const run = started(service, 'patients', 'update', '1', '--no-wait', ...THREE);
    stop = run.interrupt;
    const { exitCode, stderr } = await run.done;
    expect(exitCode, stderr).toBe(130);
    expect(stderr).not.toMatch(/nothing was sent|was not made/);
    stop = () => {};
    await recon(service, 'resume');
    expect(service.changes('PUT')).toBe(1);
  });

  test('while a create looks who is there already: it says that nothing was sent', async () => {
    let stop: () => unknown = () => {};
    const service = await strangerService({
      onRequest: async () => {
        stop();
        await systemClock.sleep(200);
      },
    });
    const run = started(service, 'patients', 'create', '--name', 'Ana');
    stop = run.interrupt;
    const { exitCode, stderr } = await run.done;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: expect.stringContaining('stopped by Ctrl-C; nothing was sent'),
    });
    expect(service.patients).toEqual([]);
  });

  test('of a deletion that was not sent: no later command deletes the patient unasked', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
    const run = started(service, 'patients', 'delete', '1', '--yes');
    await run.isPutOff();
    expect((await run.interrupt()).exitCode).toBe(130);
    const update = await recon(service, 'patients', 'update', '1', '--city', 'Faro');
    expect(update.exitCode, update.stderr).toBe(0);
    await recon(service, 'resume');
    expect(service.patients).toHaveLength(1);
  });

  test('of an update that was not sent, resumed days later: it does not overwrite what was written meanwhile', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana', '--phone', '5550101');
    service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
    const run = started(service, 'patients', 'update', '1', '--phone', '5550102');
    await run.isPutOff();
    await run.interrupt();
    service.patients[0]!['phone'] = '3';
    const { exitCode } = await recon(service, 'resume');
    expect(service.patients[0]!['phone']).toBe('3');
    expect(exitCode).toBe(10);
  });
});

test('an import whose folder of options is gone can still be listed and dropped', async () => {
  const service = await strangerService();
  service.fates = [{ status: 401 }];
  expect((await importing(service, put('name,phone\nAna,1001\n'))).exitCode).toBe(4);
  const { imports } = JSON.parse((await recon(service, 'resume', '--list', '--json')).stdout);
  const batch: string = imports[0].batch;
  rmSync(keptOf(batch));
  expect.soft(await recon(service, 'resume', '--list')).toMatchObject({ exitCode: 0 });
  expect.soft(await recon(service, 'resume', batch, '--forget')).toMatchObject({ exitCode: 0 });
  expect(await recon(service, 'resume')).toMatchObject({ exitCode: 0 });
});

test('--allow-same holds for a change that an earlier run without it has left open', async () => {
  const service = await strangerService();
  service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
  const run = started(service, 'patients', 'create', '--name', 'Ana');
  await run.isPutOff();
  await run.interrupt();
  service.patients.push({ id: 70, owner: TOKEN, name: 'Ana' });
  const { exitCode, stderr } = await create(service, '--name', 'Ana', '--allow-same');
  expect(exitCode, stderr).toBe(0);
  expect(service.patients).toHaveLength(2);
});

test('a create that nobody can be known by ends at once and not after the quiet period', async () => {
  await setQuietPeriod('1h');
  const service = await strangerService();
  service.fates = ['lost applied'];
  expect((await create(service, '--city', 'Porto')).exitCode).toBe(10);
});

test('a row that was taken out of the list is not made, and not without a word', async () => {
  const service = await strangerService();
  service.fateOf = (_, { name }) => (name === 'Ana' ? 'lost unapplied' : 'answered');
  expect((await importing(service, put('name,phone\nAna,1001\nBo,1002\n'))).exitCode).toBe(10);
  const { exitCode, stderr } = await importing(service, put('name,phone\nBo,1002\n'));
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.stringContaining('1 earlier change is still open'),
  });
  expect(names(service)).toEqual(['Bo']);
});

test('a change at which another window is was told as open at the end of an import', async () => {
  const service = await strangerService();
  service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
  const other = started(service, 'patients', 'create', '--name', 'Ana');
  await other.isPutOff();
  const { exitCode, stderr } = await importing(service, put('name,phone\nBo,1002\n'));
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.not.stringContaining('still open') });
  await other.interrupt();
  const again = await importing(service, put('name,phone\nCleo,1003\n'));
  expect(again.stderr).toContain('1 earlier change is still open');
});

test.each([
  ['a create', ['patients', 'create', '--name', 'Ana']],
  ['an import', ['patients', 'import']],
])('%s at which another window is was told as open by status and resume --list', async (_, typed) => {
  const service = await strangerService();
  service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
  const list = typed.includes('import') ? [put('name,phone\nAna,1001\n'), '--yes'] : [];
  const other = started(service, ...typed, ...list);
  await other.isPutOff();
  expect((await recon(service, 'resume', '--list')).stdout).toBe('');
  expect((await recon(service, 'status', '--json')).stdout).toContain('"open_changes":[]');
  // Who means to finish it is told of the other window.
  expect((await recon(service, 'resume')).exitCode).toBe(12);
  await other.interrupt();
  expect((await recon(service, 'resume', '--list')).stdout).not.toBe('');
  expect((await recon(service, 'status', '--json')).stdout).not.toContain('"open_changes":[]');
});

test.skipIf(process.platform !== 'linux')(
  'somebody who keeps a lock’s socket open does not keep its holder from ending',
  async () => {
    let hung: ReturnType<typeof connect> | undefined;
    await withLock('attack', 'x', async () => {
      hung = connect({ path: `\0recon-${process.getuid?.()}-attack`, allowHalfOpen: true });
      await once(hung, 'data');
    });
    expect(hung?.destroyed).toBe(false);
    hung?.destroy();
  },
);
