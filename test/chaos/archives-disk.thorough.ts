import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpServer } from '../http/servers.ts';
import { runMain } from '../support/run-main.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { makeZip } from '../support/zip-maker.ts';
import { openTable } from './scale.ts';

const table = openTable('A disk that fills up or refuses, under download and extraction', [
  'scenario',
  'exit',
  'requests',
  'left behind',
  'what was there',
]);

const large = makeZip([{ name: 'model.glb', content: Buffer.alloc(6_000_000, 3), method: 0 }]);
/** 1,500 bytes that take 6 MB, a page each: no look at the sizes foresees that. */
const scattered = makeZip(Array.from({ length: 1_500 }, (_, at) => ({ name: `f${at}`, content: 'x', method: 0 })));
const small = makeZip([{ name: 'model.glb', content: 'mesh' }]);

interface Scenario {
  zip: Buffer;
  saysLength: boolean;
  args: string[];
  /** On the disk beforehand, with the folder `out` or the file `a.zip` of an earlier run. */
  before?: 'file' | 'folder';
  readOnly?: boolean;
  message: RegExp;
  requests: number;
}

const FILE = ['--to', 'a.zip'];
const FOLDER = ['--extract', 'out'];
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'body larger than the disk': {
    zip: large,
    saysLength: true,
    args: FILE,
    message: /archive is 7 MB and the disk of ".*a\.zip" has 4 MB left/,
    requests: 1,
  },
  'disk full in mid-body': { zip: large, saysLength: false, args: FILE, message: /the disk is full/, requests: 1 },
  'disk full in mid-body, over an earlier file': {
    zip: large,
    saysLength: false,
    args: [...FILE, '--force'],
    before: 'file',
    message: /the disk is full/,
    requests: 1,
  },
  'model larger than the disk': {
    zip: large,
    saysLength: true,
    args: FOLDER,
    message: /needs 6 MB and .* has 4 MB left/,
    requests: 1,
  },
  'disk full in mid-extraction': {
    zip: scattered,
    saysLength: true,
    args: FOLDER,
    message: /the disk is full/,
    requests: 1,
  },
  'disk full in mid-extraction, over an earlier model': {
    zip: scattered,
    saysLength: true,
    args: [...FOLDER, '--force'],
    before: 'folder',
    message: /the disk is full/,
    requests: 1,
  },
  'read-only disk': { zip: small, saysLength: true, args: FILE, readOnly: true, message: /read-only/, requests: 0 },
  'read-only disk, extraction': {
    zip: small,
    saysLength: true,
    args: FOLDER,
    readOnly: true,
    message: /read-only/,
    requests: 1,
  },
};

test.skipIf(!canMount()).each(Object.entries(SCENARIOS))(
  '%s: 12, nothing left, nothing harmed',
  async (name, scenario) => {
    const { zip, saysLength, args, before, readOnly = false, message, requests } = scenario;
    const disk = openSmallDisk('4m');
    const place = (relative: string) => join(disk.folder, relative);
    if (before === 'file') writeFileSync(place('a.zip'), 'old');
    if (before === 'folder') {
      mkdirSync(place('out'));
      writeFileSync(place('out/f0'), 'old');
    }
    const listing = () => readdirSync(disk.folder, { recursive: true }).map(String).sort();
    const thereBefore = listing();
    if (readOnly) execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
    let asked = 0;
    const { url } = await httpServer((_request, response) => {
      asked += 1;
      response.writeHead(200, saysLength ? { 'content-length': zip.length } : {});
      response.end(zip);
    });
    const environment = { HOME: tempFolder(), RECON_TOKEN: 'rcn_canary-0123456789abcdef' };
    const command = [
      'download',
      '7',
      '--type',
      'face',
      '--base-url',
      url,
      ...args.map((arg) => (/^[ao]/.test(arg) ? place(arg) : arg)),
    ];
    const { exitCode, stderr } = await runMain(command, environment);
    const left = listing().filter((one) => !thereBefore.includes(one));
    const old = { file: 'a.zip', folder: 'out/f0', none: undefined }[before ?? 'none'];
    const isIntact = old === undefined || readFileSync(place(old), 'utf8') === 'old';
    table.row([
      name,
      String(exitCode),
      asked,
      left.length === 0 ? 'nothing' : left.join(' '),
      isIntact ? 'as it was' : 'CHANGED',
    ]);
    expect(stderr).toMatch(message);
    expect({ exitCode, asked, left, isIntact }).toEqual({ exitCode: 12, asked: requests, left: [], isIntact: true });
  },
);
