import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isHeld, withLock } from '../../src/system/lock.ts';
import { failureOf } from '../http/quick.ts';
import { buildProgram } from '../support/build-program.ts';
import { tempFolder } from '../support/temp-folder.ts';

const deep = (name: string) => `export:/${'a-long-folder-name/'.repeat(10)}${name}`;

test('names that are equal for as long as a socket’s may be are still two', async () => {
  const both = withLock(deep('one'), 'one', () => withLock(deep('two'), 'two', async () => 'both'));
  expect(await both).toBe('both');
});

test('a long name is held like any other', async () => {
  await withLock(deep('one'), 'one', async () => {
    expect(await failureOf(withLock(deep('one'), 'one', async () => {}))).toMatchObject({ code: 'busy' });
  });
});

test.skipIf(process.platform !== 'linux')(
  'a lock that was let go just then was held by nobody, and said to be held',
  async () => {
    const server = createServer((socket) => {
      server.close();
      socket.destroy();
    });
    await once(server.listen(`\0recon-${process.getuid!()}-let-go`), 'listening');
    expect(await isHeld('let-go')).toBe(false);
  },
);

/** Who was let in while somebody else was inside and still at work; who was killed inside never leaves. */
function overlaps(lines: readonly string[]): string[] {
  return lines.filter((line, at) => {
    const [pid] = line.split(' ');
    const before = lines[at - 1]?.split(' ')[0];
    return line.endsWith('leaves') && before !== pid;
  });
}

test.skipIf(process.platform === 'win32')(
  'a lock whose holder was killed, on a system without names for locks, is taken over by one process, not by two',
  async () => {
    const folder = tempFolder();
    const program = await buildProgram(join(import.meta.dirname, 'programs/take-locks.ts'), folder);
    const log = join(folder, 'log');
    const end = async (times: number, isKilled: boolean) => {
      const environment = { ...process.env, TMPDIR: folder };
      const argv = [program, log, String(times), isKilled ? 'killed' : 'ends'];
      const child = spawn(process.execPath, argv, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
      return (await once(child, 'exit'))[1] ?? 'ended';
    };
    const killed = Array.from({ length: 5 }, (_, at) => end(1 + at, true));
    expect(await Promise.all([...killed, end(5, false)])).toEqual([...Array(5).fill('SIGKILL'), 'ended']);
    expect(await end(1, false)).toBe('ended');
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(lines.filter((line) => line.endsWith('takes'))).toHaveLength(15 + 5 + 1);
    expect(overlaps(lines)).toEqual([]);
    // The file of the one that was killed last, too, is gone with the lock of the next.
    expect(readdirSync(folder).filter((name) => name.includes('contended'))).toEqual([]);
  },
);
