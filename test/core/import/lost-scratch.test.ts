import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { canMount, openSmallDisk } from '../../support/small-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { attackHome, FACE, names } from '../changes/attack-home.ts';
import { strangerService } from '../changes/attack-service.ts';

// The folder for copies of photos cannot be made, or goes while a command runs.

const { create, environment, importing, pathOf, put } = attackHome();
const VIEWS = ['front', 'left', 'right'];

/** A list of two people with photos. */
function listOfTwo(): string {
  const rows = ['ana', 'ben'].map((who) => {
    cpSync(join(SAMPLES, who, 'face'), pathOf(who), { recursive: true });
    return [who, 'face', ...VIEWS.map((view) => `${who}/${view}.jpg`)].join(',');
  });
  return put(`name,type,${VIEWS.join(',')}\n${rows.join('\n')}\n`);
}

test('an import whose scratch folder went could write no report of what it had made', async () => {
  const scratch = pathOf('.local/state/recon/scratch');
  const service = await strangerService({
    onRequest: ({ method }) => {
      if (method === 'POST') rmSync(scratch, { recursive: true, force: true });
    },
  });
  const list = listOfTwo();
  const { exitCode, stderr } = await importing(service, list);
  expect(exitCode, stderr).toBe(12);
  expect(stderr).toContain('1 created · 1 not sent\n');
  expect(stderr).toContain('2.photos" cannot be written: its folder does not exist\n  what became of each is in ');
  expect(stderr).toContain('Try: run the command again\n');
  expect(stderr).not.toContain('nothing was sent');
  expect(readFileSync(pathOf('list.report.csv'), 'utf8')).toMatch(/^ana,.*,created,.*\r?\nben,.*,not_sent,/m);
  service.onRequest = undefined;
  expect(await importing(service, list)).toMatchObject({ exitCode: 0 });
  expect(names(service)).toEqual(['ana', 'ben']);
});

test.each([
  [true, 'name another folder (XDG_STATE_HOME=FOLDER before the command)'],
  [false, 'for a list that was never begun here, name another folder (XDG_STATE_HOME=FOLDER before the command)'],
])(
  'where it cannot be made, what state things are in and another place are told (one patient: %s)',
  async (isOne, way) => {
    const service = await strangerService();
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    const args = isOne ? ['patients', 'create', '--name', 'Ana', ...FACE] : ['patients', 'import', listOfTwo()];
    const { exitCode, stderr } = await runMain(args, { ...environment(service), XDG_STATE_HOME: file });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 12,
      stderr: expect.stringContaining(
        `scratch" cannot be written: a part of its path is a file\n  nothing was sent\n  Try: ${way}, and run the command again\n`,
      ),
    });
    expect(names(service)).toEqual([]);
    // There it works.
    const elsewhere = { ...environment(service), XDG_STATE_HOME: tempFolder() };
    expect(await runMain([...args, '--no-wait'], elsewhere)).toMatchObject({ exitCode: 0 });
  },
);

test.runIf(canMount())('a disk that is read-only was told as a missing folder', async () => {
  const service = await strangerService();
  const { folder } = openSmallDisk('64k');
  await execa('mount', ['-o', 'remount,ro', folder]);
  const onIt = { ...environment(service), XDG_STATE_HOME: folder };
  for (const [what, photos] of [
    ['scratch', FACE],
    ['journal', []],
  ] as const) {
    const { stderr } = await runMain(['patients', 'create', '--name', 'Ana', ...photos], onIt);
    expect(stderr).toContain(`${what}" cannot be written: the disk is read-only\n  nothing was sent\n  Try: make it `);
  }
});

test('a journal that cannot be written is told with the same words, and nothing is sent', async () => {
  const service = await strangerService();
  await create(service, '--name', 'Ana');
  const journal = pathOf('.local/state/recon/journal');
  rmSync(journal, { recursive: true });
  mkdirSync(pathOf('.local/state/recon'), { recursive: true });
  writeFileSync(journal, '');
  const { exitCode, stderr } = await create(service, '--name', 'Ben');
  expect(exitCode).toBe(12);
  expect(stderr).toContain('nothing was sent\n  Try: ');
  expect(names(service)).toEqual(['Ana']);
});
