import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemdUnit } from '../../src/cli/systemd-help.ts';
import { STOP_LIMIT_MS } from '../../src/service/stop.ts';
import { makeHome, RECON, type ReconHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/deploy');
const HELP = 'recon help systemd';
const UNITS = ['recon.service', 'recon-worker.service', HELP];
/** systemd looks for it in /usr/local/bin and /usr/bin. */
const PROGRAM = 'recon';
/** The unit in help has paths. */
const IN_HELP = `${process.execPath} ${RECON}`;
const SYSTEMD_UNIT = systemdUnit(process.execPath, RECON);
/** The settings of a unit by name; of one that is given twice the last. */
const settingsOf = (unit: string) =>
  new Map(
    [
      ...textOf(unit)
        .replaceAll('\\\n  ', '')
        .matchAll(/^(\w+)=(.*)$/gm),
    ].map(([, name, value]) => [name, value!]),
  );
/** In help stands one, too. */
const textOf = (unit: string) => (unit === HELP ? SYSTEMD_UNIT : readFileSync(join(FOLDER, unit), 'utf8'));

let home: ReconHome;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => home.remove());

test.skipIf(!requireTool('systemd-analyze')).each(UNITS)('systemd has nothing to say against %s', async (unit) => {
  const folder = mkdtempSync(join(tmpdir(), 'recon-units-'));
  try {
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin', 'recon'), '#!/bin/sh\n', { mode: 0o755 });
    const path = join(folder, unit === HELP ? 'recon.service' : unit);
    const text = textOf(unit);
    writeFileSync(path, text.replace(`ExecStart=${PROGRAM} `, `ExecStart=${join(folder, 'bin', 'recon')} `));
    const { exitCode, all } = await execa('systemd-analyze', ['verify', '--man=no', path], {
      all: true,
      reject: false,
    });
    expect({ exitCode, all }).toEqual({ exitCode: 0, all: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each(UNITS)('the command of %s is one that recon takes', async (unit) => {
  const command = settingsOf(unit).get('ExecStart')!.replace(IN_HELP, PROGRAM);
  const [program, ...args] = command.replace(' $RECON_OPTIONS', '').replaceAll('%S', home.folder).split(' ');
  expect(program).toBe(PROGRAM);
  const places = { RECON_SERVE_DATABASE: 'postgres://recon@127.0.0.1/recon', RECON_SERVE_BLOBS: 's3://recon' };
  const bucket = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const env = unit === 'recon-worker.service' ? { ...places, ...bucket } : {};
  const { exitCode, stderr } = await home.recon([...args, '--dry-run'], { env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Would ') });
});

test.each(UNITS)('%s leaves a stop the time that it takes, and signals only the service itself', (unit) => {
  const settings = settingsOf(unit);
  expect(settings.get('KillMode')).toBe('mixed');
  expect(Number(settings.get('TimeoutStopSec'))).toBeGreaterThan(STOP_LIMIT_MS / 1000 + 1);
});

test('the unit in help is a part of the one in docs, and help prints it to be written as a file', async () => {
  const lines = (text: string) =>
    text
      .replace(`${IN_HELP} \\\n  `, `${PROGRAM} `)
      .split('\n')
      .filter((line) => /^[\w[]/.test(line));
  expect(lines(SYSTEMD_UNIT).length).toBeGreaterThan(20);
  expect(lines(textOf('recon.service'))).toEqual(expect.arrayContaining(lines(SYSTEMD_UNIT)));
  for (const words of [['systemd'], ['nginx'], ['service-unit'], ['service', 'unit'], ['timer']]) {
    expect(await home.recon(['help', ...words])).toMatchObject({ exitCode: 0, stdout: SYSTEMD_UNIT });
  }
  expect(SYSTEMD_UNIT.split('\n').filter((line) => line.length > 80 && !line.includes(IN_HELP))).toEqual([]);
});

test('a path with a blank, % or $ is one word of the unit in help', () => {
  const unit = systemdUnit('/opt/node 22/bin/node', '/opt/100%/$x/recon.js');
  expect(unit).toContain('ExecStart="/opt/node 22/bin/node" /opt/100%%/$$x/recon.js \\\n  serve --data ');
});
