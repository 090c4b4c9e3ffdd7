import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openConfiguration } from '../../../src/config/configuration.ts';
import { byteSizeText } from '../../../src/system/byte-size.ts';
import { sha256Of } from '../../../src/system/sha256.ts';
import { httpServer } from '../../http/servers.ts';
import { copyFolder } from '../../support/data-folders.ts';
import { makeHome, RECON, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { openS3 } from '../../support/s3-server.ts';
import { faceForm } from '../../support/service-forms.ts';
import { canMount, openSmallDisk } from '../../support/small-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { ARE_PLACES_SHARED } from '../../support/test-places.ts';
import { typeMain } from '../../support/typed-terminal.ts';

/** Of SQLite. */
const PAGE = 4096;

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Sample', ...(await faceForm()) } });
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const recon = (...args: string[]) => runMain(args, home.environment);
const backUp = (to: string, ...args: string[]) => recon('backup', to, '--data', service.dataFolder, ...args);

test.skipIf(ARE_PLACES_SHARED)(
  'the name of a patient made a backup of everybody in a folder of that name',
  async () => {
    const line = (to: string) => ['backup', to, '--data', service.dataFolder, '--dry-run'];
    const { exitCode, stderr } = await typeMain(line('Aná'), home.environment, []);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('"Aná" is the name of a patient, and a backup is of all patients');
    expect(stderr).toContain("recon backup './Aná'");
    expect(stderr).toContain("Try: recon patients export --id 'Aná' --to FOLDER (for this patient alone)");
    for (const to of ['./Ana', 'An', 'nightly']) {
      expect(await typeMain(line(to), home.environment, [])).toMatchObject({ exitCode: 0, asked: 0 });
    }
    // A script backs up as before.
    expect(await recon(...line('Ana'))).toMatchObject({ exitCode: 0 });
  },
);

test.skipIf(ARE_PLACES_SHARED)('a backup of a folder that was moved away from is warned of, also with -q', async () => {
  const own = await makeHome();
  onTestFinished(() => own.remove());
  const old = join(own.folder, 'old');
  cpSync(service.dataFolder, old, { recursive: true });
  const { url } = await httpServer((_, response) => void response.end('{}'));
  const configuration = await openConfiguration({
    ...{ environment: own.environment, platform: process.platform, flags: () => ({}), onWarning: () => {} },
  });
  await configuration.saveLocalService({ baseUrl: url, tokenFile: join(old, 'token') });
  const line = ['backup', join(own.folder, 'bak'), '--data', old, '--dry-run', '-q'];
  const { exitCode, stderr } = await runMain(line, own.environment);
  expect(exitCode).toBe(0);
  expect(stderr).toContain(`no service runs on ${old}, and another program answers at its address, ${url}`);
  expect((await backUp(join(own.folder, 'bak'), '--dry-run')).stderr).not.toContain('no service runs');
  // So were accounts and tokens made, for a service that nobody reaches.
  const variable = 'name the new place with --data or RECON_SERVE_DATABASE';
  for (const command of [
    ['accounts', 'list'],
    ['accounts', 'add', 'dr-late'],
    ['audit', 'list'],
  ]) {
    const typed = await runMain([...command, '--data', old, '-q'], own.environment);
    expect(typed, typed.stderr).toMatchObject({ exitCode: 0 });
    expect(typed.stderr).toContain(`its address, ${url}; if its data were moved, this is of the old ones: ${variable}`);
  }
});

test.skipIf(ARE_PLACES_SHARED)('a backup is made, verified and restored; what is told holds no patient', async () => {
  const to = join(tempFolder(), 'clinic');
  const key = join(tempFolder(), 'key');
  writeFileSync(key, 'k'.repeat(40));
  const made = await backUp(to, '--key-file', key, '--json');
  expect(made.exitCode).toBe(0);
  expect(made.stderr).toContain(`Without the key in ${key} this backup is lost: keep a copy`);
  const { snapshot, records, files } = JSON.parse(made.stdout);
  expect(JSON.parse(made.stdout)).toMatchObject({
    encrypted: true,
    patients: 1,
    reconstructions: 1,
    copied: files,
    erased_meanwhile: 0,
    lost: 0,
    removed_snapshots: [],
  });

  const verified = await recon('backup', 'verify', to, '--key-file', key, '--json');
  expect(verified.exitCode).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ snapshot, records, files, missing_files: 0 });
  expect(files.count).toBeGreaterThan(3);

  const data = join(tempFolder(), 'data');
  const restored = await recon('restore', to, '--data', data, '--key-file', key);
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`snapshot\t${snapshot}\n`) });
  expect(restored.stderr).toContain(`tokens are listed by: recon accounts tokens list --data ${data}\n`);
  expect(restored.stderr).toContain('Patients of each account: main 1\n');
  expect(restored.stderr).toContain(`writes a new one to ${join(data, 'token')} at its start`);
  // The line of each night goes on; what was there stays, and is told.
  const next = `recon backup ${to} --data ${data} --key-file ${key}`;
  expect(restored.stderr).toContain(`the line for a timer: ${next} (another place for a rehearsal`);
  const again = await recon(...next.split(' ').slice(1), '--keep', '1');
  expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('earlier snapshots\t1\n') });
  expect(again.stderr).toContain(`to remove them: recon backup remove ${to} ${snapshot}\n`);
  expect((await recon('backup', 'verify', to, '--all', '--key-file', key)).exitCode).toBe(0);
  // The one of before, which is still there, is another service now.
  const other = await backUp(to, '--key-file', key);
  expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`Try: recon backup ${to}-2 --data `) });
  expect((await recon('accounts', 'list', '--data', data)).stdout).toContain('main');
  expect((await recon('restore', to, '--data', data, '--key-file', key)).exitCode).toBe(2);
  for (const { stdout, stderr } of [made, verified, restored]) expect(stdout + stderr).not.toContain('Ana');
});

test.skipIf(ARE_PLACES_SHARED)('-q prints nothing, unless a format was asked for', async () => {
  const to = join(tempFolder(), 'backup');
  expect(await backUp(to, '-q')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await recon('backup', 'verify', to, '-q')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect(JSON.parse((await backUp(to, '-q', '--json')).stdout)).toMatchObject({ lost: 0 });
  expect((await recon('backup', 'verify', to, '-q', '-o', 'table')).stdout).toMatch(/^snapshot/);
});

test.skipIf(ARE_PLACES_SHARED)(
  'a backup whose earlier snapshots are gone says so, with -q too: nobody saw that its disk was not mounted',
  async () => {
    const to = join(tempFolder(), 'disk');
    expect(await backUp(to, '-q')).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('begins') });
    const [made] = readdirSync(join(to, 'snapshots'));
    expect((await backUp(to, '-q')).stderr).not.toContain('begins');
    rmSync(to, { recursive: true });
    mkdirSync(to);
    const { exitCode, stderr } = await backUp(to, '-q');
    const day = made!.slice(0, 10);
    expect(stderr).toMatch(`warning: a new backup begins in ${to}; the earlier one of ${day}`);
    expect(stderr).toContain('is not there: is its disk mounted?\n');
    expect(exitCode).toBe(0);
    expect((await backUp(to, '-q')).stderr).not.toContain('begins');
  },
);

test.skipIf(ARE_PLACES_SHARED)('-q prints nothing on a terminal, too, where all is well', async () => {
  const keyFile = join(tempFolder(), 'key');
  writeFileSync(keyFile, 'k'.repeat(40), { mode: 0o600 });
  const environment = { ...home.environment, RECON_TOKEN_FILE: join(service.dataFolder, 'token') };
  const typed = (...more: string[]) =>
    typeMain(['backup', join(tempFolder(), 'backup'), '--key-file', keyFile, ...more], environment, []);
  expect(await typed('-q')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  expect((await typed()).stderr).toContain(`The service in ${service.dataFolder}:\n`);
});

test.skipIf(ARE_PLACES_SHARED)('a damaged backup ends with 11 and the name of the file', async () => {
  const to = join(tempFolder(), 'clinic');
  await backUp(to);
  const [file] = readdirSync(join(to, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const path = join(file!.parentPath, file!.name);
  writeFileSync(path, readFileSync(path).fill(0, 0, 1));
  for (const args of [
    ['backup', 'verify', to],
    ['restore', to, '--data', join(tempFolder(), 'data')],
  ]) {
    const refused = await recon(...args);
    expect(refused).toMatchObject({ exitCode: 11, stdout: '', stderr: expect.stringContaining(path) });
  }
});

test.skipIf(ARE_PLACES_SHARED)(
  'where photos of a backup are damaged or gone, all else is restored with --skip-damaged, and it is told whose they are',
  async () => {
    const own = await openService();
    try {
      for (const name of ['Ana Sample', 'Ben Sample']) {
        await own.patient('POST', '/patients', { form: { 'patient[name]': name, ...(await faceForm()) } });
      }
      const [to, data] = [join(tempFolder(), 'clinic'), join(tempFolder(), 'data')];
      await recon('backup', to, '--data', own.dataFolder);
      const paths = readdirSync(join(to, 'files'), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name));
      const whole = paths.length;
      writeFileSync(paths[0]!, readFileSync(paths[0]!).fill(0, 0, 1));
      const typed = `recon restore ${to} --skip-damaged --data ${data}`;
      const refused = await recon('restore', to, '--data', data);
      expect(refused).toMatchObject({ exitCode: 11, stdout: '', stderr: expect.stringContaining(`Try: ${typed} (`) });
      rmSync(paths[1]!);
      const restored = await recon(...typed.split(' ').slice(1), '--json');
      expect(restored.exitCode).toBe(0);
      expect(JSON.parse(restored.stdout)).toMatchObject({ skipped_files: 2, files: { count: whole } });
      expect(restored.stderr).toMatch(
        /left out 2 damaged files of (patient \d|patients \d, \d); the models they belong to show as failed/,
      );
      expect(restored.stderr).not.toMatch(/Ana|Ben/);
      const copies = readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true });
      expect(copies.filter((one) => one.isFile() && /^[0-9a-f-]{32,}$/.test(one.name))).toHaveLength(whole - 2);
      const looked = await recon('doctor', '--files', '--data', data, '--json');
      expect(looked).toMatchObject({ exitCode: 7 });
    } finally {
      await own.close();
    }
  },
);

test.skipIf(ARE_PLACES_SHARED)('a backup lies in a bucket, too; its key stands in the environment alone', async () => {
  const s3 = await openS3();
  const environment = {
    ...home.environment,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ACCESS_KEY_ID: s3.options.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
  };
  const typed = (...args: string[]) => runMain(args, environment);
  const to = `s3://${s3.bucket}/recon`;
  const data = join(tempFolder(), 'data');
  expect((await typed('backup', to, '--data', service.dataFolder)).exitCode).toBe(0);
  expect((await typed('backup', 'verify', to)).exitCode).toBe(0);
  expect((await typed('restore', to, '--data', data)).exitCode).toBe(0);
  expect((await typed('accounts', 'list', '--data', data)).stdout).toContain('main');
  expect(await typed('backup', 's3://other-bucket', '--data', service.dataFolder)).toMatchObject({
    exitCode: 12,
    stderr: expect.stringContaining('"other-bucket" at http://127.0.0.1'),
  });
  expect(await recon('backup', to, '--data', service.dataFolder)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY'),
  });
  for (const wrong of ['s3:/clinic', 'gs://clinic/recon', 's3://KEY:SECRET@clinic'])
    expect((await typed('backup', wrong, '--data', service.dataFolder, '--dry-run')).exitCode).toBe(2);
  await s3.close();
});

test('a place or key that is typed wrong is no failed backup', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'file'), 'of a person');
  writeFileSync(join(folder, 'short'), 'short', { mode: 0o600 });
  const place = service.places.databaseUrl === undefined ? [] : ['--database', service.places.databaseUrl];
  expect((await backUp(join(folder, 'good'), ...place)).exitCode).toBe(0);
  for (const [args, exitCode] of [
    [[folder], 2],
    [[join(folder, 'new'), '--key-file', join(folder, 'short')], 2],
  ] as const) {
    expect((await backUp(args[0]!, ...args.slice(1), ...place)).exitCode).toBe(exitCode);
  }
  const found = await recon('doctor', '--data', service.dataFolder, ...place);
  expect(found.stdout).not.toContain('failed');
});

test.skipIf(ARE_PLACES_SHARED)('a backup without a key is warned of, and a key that others can read', async () => {
  const folder = tempFolder();
  const key = join(folder, 'key');
  writeFileSync(key, 'k'.repeat(40), { mode: 0o644 });
  const open = expect.stringContaining(`others on this computer can read the key file ${key}`);
  const bare = expect.stringContaining('this backup is not encrypted');
  expect(await backUp(join(folder, 'a'))).toMatchObject({ exitCode: 0, stderr: bare });
  const to = join(folder, 'b');
  const made = await backUp(to, '--key-file', key);
  expect(made).toMatchObject({ exitCode: 0, stderr: open });
  expect(made.stderr).not.toContain('not encrypted');
  expect(await recon('backup', 'verify', to, '--key-file', key)).toMatchObject({ exitCode: 0, stderr: open });
  chmodSync(key, 0o600);
  expect((await recon('backup', 'verify', to, '--key-file', key)).stderr).not.toContain('others on');
});

test.skipIf(ARE_PLACES_SHARED)(
  'a key in the folder of its backup is refused before anything is made, and is not led to',
  async () => {
    const to = join(tempFolder(), 'clinic');
    const key = join(to, 'key');
    const words = `the key file ${key} lies in the folder of the backup that it opens`;
    const first = await backUp(to, '--key-file', key);
    expect(first).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
    expect(first.stderr).toContain('a lost disk takes the key with the backup');
    expect(first.stderr).toContain('Try: name a file in another folder, such as --key-file ~/backup.key');
    expect(first.stderr).not.toContain('openssl');
    expect(existsSync(to)).toBe(false);
    mkdirSync(to);
    writeFileSync(key, 'k'.repeat(40), { mode: 0o600 });
    const second = await backUp(to, '--key-file', key, '--dry-run');
    expect(second).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(words) });
    expect(second.stderr).toContain('move the key into another folder');
    expect(readdirSync(to)).toEqual(['key']);
    rmSync(key);
    expect((await backUp(to)).exitCode).toBe(0);
    writeFileSync(key, 'k'.repeat(40), { mode: 0o600 });
    const goesOn = await backUp(to, '--key-file', key, '--dry-run');
    expect(goesOn).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`warning: ${words}`) });
  },
);

test.skipIf(ARE_PLACES_SHARED)(
  'a key file typed wrong: only a first backup tells to make it, and never over one that is there',
  async () => {
    const folder = tempFolder();
    const [key, typo, short] = ['key', "cl'inic key", 'short'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(key, 'k'.repeat(40), { mode: 0o600 });
    writeFileSync(short, 'short', { mode: 0o600 });
    const to = join(folder, 'clinic');
    const make = 'openssl rand';
    const first = await backUp(to, '--key-file', typo);
    expect(first).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`the key file ${typo} does not exist`),
    });
    expect(first.stderr).toContain(`Try: make one: openssl rand -hex 32 > '${typo.replace("'", "'\\''")}'`);
    expect((await backUp(to, '--key-file', short)).stderr).not.toContain(make);
    expect((await backUp(to, '--key-file', folder)).stderr).not.toContain(make);

    expect((await backUp(to, '--key-file', key)).exitCode).toBe(0);
    for (const wrong of [typo, short]) {
      for (const args of [
        ['backup', to, '--data', service.dataFolder],
        ['backup', 'verify', to],
        ['restore', to, '--data', join(folder, 'data')],
      ]) {
        const { exitCode, stderr } = await recon(...args, '--key-file', wrong);
        expect(exitCode).toBe(2);
        expect(stderr).toContain('begin a new backup elsewhere with a new key');
        expect(stderr).toContain('check the path: it has to be the key that the backup was made with');
        expect(stderr).not.toContain(make);
      }
    }
    expect(readdirSync(folder).sort()).toEqual(['clinic', 'key', 'short']);
  },
);

test.skipIf(ARE_PLACES_SHARED)('a restore puts nothing among other files, and names them', async () => {
  const to = join(tempFolder(), 'clinic');
  await backUp(to);
  const data = tempFolder();
  writeFileSync(join(data, 'letter.txt'), 'of a person');
  expect(await recon('restore', to, '--data', data)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/is not empty: it holds letter\.txt/),
  });
  expect(readdirSync(data)).toEqual(['letter.txt']);
  const file = join(data, 'letter.txt');
  expect(await recon('restore', to, '--data', file)).toMatchObject({
    exitCode: 12,
    stderr: expect.stringContaining(JSON.stringify(file)),
  });
});

test.skipIf(ARE_PLACES_SHARED)('the root of a new volume is an empty folder', async () => {
  const to = join(tempFolder(), 'clinic');
  await backUp(to);
  const data = tempFolder();
  mkdirSync(join(data, 'lost+found'));
  expect((await recon('restore', to, '--data', data)).exitCode).toBe(0);
});

test.skipIf(ARE_PLACES_SHARED)('a backup in the data folder, or around it, is refused, through links too', async () => {
  const data = await copyFolder(service.dataFolder);
  const link = join(tempFolder(), 'link');
  symlinkSync(data, link);
  const before = readdirSync(data).sort();
  for (const to of [data, join(data, 'bk'), join(data, 'deep', 'bk'), join(link, 'bk'), dirname(data)]) {
    const { exitCode, stderr } = await recon('backup', to, '--data', data, '--dry-run');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/ (lies in|is) the (data folder|folder of the backup) /);
  }
  const refused = await recon('backup', join(data, 'bk'), '--data', link);
  const words = `the folder of the backup ${JSON.stringify(join(data, 'bk'))} lies in the data folder ${JSON.stringify(link)}`;
  expect(refused).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(words) });
  expect(readdirSync(data).sort()).toEqual(before);
  // Beside it, with a name that begins alike, is another folder.
  expect((await recon('backup', `${data}-bk`, '--data', data, '--dry-run')).exitCode).toBe(0);
});

test.skipIf(ARE_PLACES_SHARED)('a backup that is refused for what was typed leaves no lock and no folder', async () => {
  const folder = tempFolder();
  const missing = join(folder, 'none');
  expect((await backUp(join(folder, 'a', 'b'), '--key-file', missing)).exitCode).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(join(folder, 'file'), 'of a person');
  expect((await backUp(folder)).exitCode).toBe(2);
  expect(readdirSync(folder)).toEqual(['file']);
  expect((await backUp(join(folder, 'a'))).exitCode).toBe(0);
  const made = readdirSync(join(folder, 'a')).sort();
  expect((await backUp(join(folder, 'a'), '--key-file', missing)).exitCode).toBe(2);
  expect(readdirSync(join(folder, 'a')).sort()).toEqual(made);
});

test.skipIf(ARE_PLACES_SHARED)('a backup that a limit of file sizes stops ends with 12', async () => {
  const to = join(tempFolder(), 'clinic');
  const front = readFileSync(join(SAMPLES, 'ana', 'face', 'front.jpg'));
  await service.patient('POST', '/patients', { form: { ...(await faceForm(2)), 'reconstruction[front]': front } });
  // In kB: enough for SQLite to open the database, and not for the photo.
  expect(front.length).toBeGreaterThan(41_000);
  const line = `ulimit -f 40; exec "$0" "$@"`;
  // A copy: who reads the files of a running service in its own process takes SQLite's locks away, and another process
  // would then cut what is mapped into memory here.
  const args = [process.execPath, RECON, 'backup', to, '--data', await copyFolder(service.dataFolder)];
  const limited = await execa('bash', ['-c', line, ...args], {
    env: home.environment,
    extendEnv: false,
    reject: false,
  });
  expect(limited).toMatchObject({ exitCode: 12, stderr: expect.stringContaining('takes no file so large') });
  expect(limited.stderr).toContain(JSON.stringify(to));
});

/** Bytes of all that lies in a folder, and its names. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((one) => (one.isFile() ? [one.name, statSync(join(one.parentPath, one.name)).size] : [one.name]))
    .toSorted();

test.skipIf(ARE_PLACES_SHARED || !canMount())(
  'a backup onto a disk that is too small tells what is free and what is needed, and leaves nothing there',
  async () => {
    const elsewhere = join(tempFolder(), 'clinic');
    const { files } = JSON.parse((await backUp(elsewhere, '--json')).stdout);
    const needed = `B are needed: ${byteSizeText(files.bytes)} for photos and models that are not there yet, and `;
    // Too small for the files, which is known before anything is written, and for the records beside them.
    for (const [size, why] of [
      [files.bytes / 2, 'has no room for this backup'],
      [files.bytes + PAGE, 'cannot be used: the disk is full'],
    ] as const) {
      const { folder } = openSmallDisk(String(Math.ceil(size / PAGE) * PAGE));
      const to = join(folder, 'of', 'clinic');
      const { exitCode, stdout, stderr } = await backUp(to);
      expect({ exitCode, stdout }).toEqual({ exitCode: 12, stdout: '' });
      expect(stderr).toContain(`the folder of the backup ${JSON.stringify(to)} ${why}\n`);
      expect(stderr).toMatch(/ {2}[\d.]+ [kM]B were free; at least about /);
      expect(stderr).toContain(needed);
      expect(stderr).toContain('Nothing of it was left there.');
      expect(readdirSync(folder)).toEqual([]);
    }

    const { folder, fill } = openSmallDisk(String(2 * files.bytes));
    const to = join(folder, 'clinic');
    expect((await backUp(to)).exitCode).toBe(0);
    const whole = filesIn(to);
    const { bavail, bsize } = statfsSync(folder);
    fill('of another', bavail * bsize);
    const full = await backUp(to);
    expect(full).toMatchObject({
      exitCode: 12,
      stderr: expect.stringMatching(/0 kB were free; at least about \d+ kB are needed for the records\n/),
    });
    expect(filesIn(to)).toEqual(whole);
    expect((await recon('backup', 'verify', to)).stderr).not.toContain('not finished');
  },
);

test.skipIf(ARE_PLACES_SHARED)(
  'backup verify tells of when and of which version a snapshot is, and how many patients, reconstructions and photos it has',
  async () => {
    const own = await openService();
    onTestFinished(own.close);
    for (const form of [await faceForm(), await faceForm(), {}]) {
      await own.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Sample', ...form } });
    }
    const to = join(tempFolder(), 'clinic');
    const made = await recon('backup', to, '--data', own.dataFolder, '--json');
    const counts = { patients: 3, reconstructions: 2, photos: 6 };
    expect(JSON.parse(made.stdout)).toMatchObject(counts);
    const { snapshot } = JSON.parse(made.stdout);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const time = snapshot.replace(/T(..)-(..)-(..)-/, 'T$1:$2:$3.');

    const told = JSON.parse((await recon('backup', 'verify', to, '--json')).stdout);
    expect(told).toMatchObject({ ...counts, made: time, version });
    const { stdout } = await recon('backup', 'verify', to);
    for (const [name, value] of Object.entries({ ...counts, made: time, version })) {
      expect(stdout).toContain(`${name}\t${value}\n`);
    }
    const { snapshots } = JSON.parse((await recon('backup', 'verify', to, '--all', '--json')).stdout);
    expect(snapshots).toEqual([expect.objectContaining({ snapshot, ...counts, version })]);

    // Of 0.30.0 and before: they wrote no version.
    const manifest = join(to, 'snapshots', snapshot, 'manifest.json');
    const { version: _, ...earlier } = JSON.parse(readFileSync(manifest, 'utf8').split('\n')[0]!);
    const line = `${JSON.stringify(earlier)}\n`;
    writeFileSync(manifest, `${line}${sha256Of(line)}\n`);
    expect(JSON.parse((await recon('backup', 'verify', to, '--json')).stdout)).toMatchObject({
      ...counts,
      version: null,
    });
    expect((await recon('backup', 'verify', to)).stdout).toContain('version\tbefore 0.31.0\n');
  },
);

test.skipIf(ARE_PLACES_SHARED || !canMount())(
  'a restore onto a disk that is too small names the folder and what is needed, and leaves nothing there',
  async () => {
    const to = join(tempFolder(), 'clinic');
    const { files } = JSON.parse((await backUp(to, '--json')).stdout);
    const sizes = [
      // Too small for the files, for the records beside them, and for the temporary database of `verify`.
      Math.floor(files.bytes / 2),
      files.bytes + 40_000,
    ];
    for (const size of sizes) {
      const { folder } = openSmallDisk(String(size));
      const data = join(folder, 'data');
      const { exitCode, stderr } = await recon('restore', to, '--data', data);
      expect(exitCode).toBe(12);
      expect(stderr).toContain(`the data folder ${JSON.stringify(data)} has no room for this backup`);
      expect(stderr).toContain(`the files need ${byteSizeText(files.bytes)}`);
      expect(stderr).toContain('Try: make room on its disk, or give a folder on another disk with --data');
      expect(readdirSync(folder)).toEqual([]);
    }
    const { folder } = openSmallDisk('64k');
    const args = [RECON, 'backup', 'verify', to];
    const env = { ...home.environment, TMPDIR: folder };
    const verified = await execa(process.execPath, args, { env, extendEnv: false, reject: false });
    expect(verified).toMatchObject({ exitCode: 12, stderr: expect.stringContaining(JSON.stringify(folder)) });
    expect(verified.stderr).toContain('name a folder on another disk in TMPDIR');
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.skipIf(ARE_PLACES_SHARED)(
  '--all tells which snapshots are whole, and remove takes a damaged one away',
  async () => {
    const to = join(tempFolder(), 'clinic');
    const names: string[] = [];
    for (let made = 0; made < 2; made++) names.push(JSON.parse((await backUp(to, '--json')).stdout).snapshot);
    const [old, newest] = names as [string, string];
    writeFileSync(join(to, 'snapshots', old, 'files.ndjson'), 'other bytes');
    const line = `Try: recon backup remove ${to} ${old}`;
    const all = await recon('backup', 'verify', to, '--all', '--json');
    expect(all).toMatchObject({ exitCode: 11, stderr: expect.stringContaining('1 of 2 snapshots is damaged') });
    expect(all.stderr).toContain(`to remove the damaged ones: recon backup remove ${to} ${old}`);
    expect(JSON.parse(all.stdout)).toMatchObject({
      snapshots: [
        { snapshot: old, state: 'damaged', records: null },
        { snapshot: newest, state: 'whole', missing: 0 },
      ],
    });
    const next = await backUp(to);
    expect(next).toMatchObject({ exitCode: 11, stdout: expect.stringContaining('snapshot\t') });
    expect(next.stderr).toContain('the new snapshot is whole, but an earlier one is damaged');
    expect(next.stderr).toContain(line);
    expect(await recon('backup', 'verify', to, '--all', '--snapshot', old)).toMatchObject({ exitCode: 2 });
    expect(await recon('backup', 'remove', to, old)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('the same command with --yes'),
    });
    expect((await recon('backup', 'remove', to, old, '--dry-run')).stderr).toContain(
      `Would remove ${old}. 2 others stay`,
    );
    expect(readdirSync(join(to, 'snapshots'))).toHaveLength(3);
    expect((await recon('backup', 'remove', to, old, '--yes')).exitCode).toBe(0);
    expect((await recon('backup', 'verify', to, '--all')).exitCode).toBe(0);
    expect((await backUp(to)).exitCode).toBe(0);
  },
);

test.skipIf(ARE_PLACES_SHARED)(
  'verify names every damaged file of a snapshot, in one order, and the way without them',
  async () => {
    const to = join(tempFolder(), 'clinic');
    const { snapshot } = JSON.parse((await backUp(to, '--json')).stdout);
    const inFiles = readdirSync(join(to, 'files'), { recursive: true, withFileTypes: true });
    const files = inFiles.flatMap((one) => (one.isFile() ? join(one.parentPath, one.name) : [])).toSorted();
    expect(files.length).toBeGreaterThan(2);
    for (const file of files.slice(1)) writeFileSync(file, 'other bytes');
    rmSync(files[0]!);
    const one = await recon('backup', 'verify', to);
    const all = await recon('backup', 'verify', to, '--all');
    for (const { exitCode, stderr } of [one, all]) {
      expect(exitCode).toBe(11);
      const at = files.map((file) => stderr.indexOf(`${file}: `));
      expect(at).not.toContain(-1);
      expect(at).toEqual(at.toSorted((first, second) => first - second));
      expect(stderr).toContain('--skip-damaged --data NEW');
    }
    expect(one.stderr).toContain(`the backup is damaged: ${files.length} files are not what was written, or are gone`);
    expect(all.stderr).toContain(`restored by: recon restore ${to} --snapshot ${snapshot} --skip-damaged --data NEW`);
    expect(await recon('backup', 'verify', to)).toEqual(one);
  },
);

test.skipIf(ARE_PLACES_SHARED)(
  'a restore of a damaged snapshot advises another one, with the key as typed, and no remove',
  async () => {
    const to = join(tempFolder(), 'clinic');
    const keyFile = join(tempFolder(), 'key');
    writeFileSync(keyFile, 'k'.repeat(40), { mode: 0o600 });
    const key = ['--key-file', keyFile];
    const data = join(tempFolder(), 'data');
    const restore = (...args: string[]) => recon('restore', to, ...key, '--data', data, ...args);
    const names: string[] = [];
    const damage = (name: string) => writeFileSync(join(to, 'snapshots', name, 'files.ndjson'), 'other bytes');
    for (let made = 0; made < 3; made++) names.push(JSON.parse((await backUp(to, ...key, '--json')).stdout).snapshot);
    const [first, second, newest] = names as [string, string, string];
    damage(newest);
    const refused = await restore();
    expect(refused).toMatchObject({ exitCode: 11, stdout: '' });
    expect(refused.stderr).not.toContain('remove');
    const typedAgain = `recon restore ${to} --snapshot ${second} --data ${data} --key-file ${keyFile}`;
    expect(refused.stderr).toContain(`Try: ${typedAgain} (the newest other snapshot;`);
    const all = `recon backup verify ${to} --all --key-file ${keyFile}`;
    expect(refused.stderr).toContain(`which snapshots are whole tells: ${all}\n`);
    // A check, unlike a restore, has time: first a new one is made of the data that are still good; removing comes last.
    const verified = await recon('backup', 'verify', to, ...key);
    expect(verified.stderr).toContain(all);
    expect(verified.stderr).toContain(
      `another snapshot, where there is one, is restored by: recon restore ${to} --snapshot NAME --data NEW ${key.join(' ')}`,
    );
    expect(verified.stderr).toContain(`Try: recon backup ${to} ${key.join(' ')} (while the service still has its data`);
    expect(verified.stderr).toContain(
      `last of all, once another snapshot is whole: recon backup remove ${to} ${newest} (`,
    );
    expect((await recon(...all.split(' ').slice(1))).stderr).toContain(
      `the newest whole one is restored by: recon restore ${to} --snapshot ${second} --data NEW ${key.join(' ')}`,
    );
    damage(second);
    expect((await recon(...typedAgain.split(' ').slice(1))).stderr).toContain(`--snapshot ${first} `);
    expect(await restore('--snapshot', first)).toMatchObject({ exitCode: 0 });
    expect((await backUp(to, ...key)).stderr).toContain(all);
    const only = join(tempFolder(), 'only');
    const { snapshot } = JSON.parse((await backUp(only, '--json')).stdout);
    writeFileSync(join(only, 'snapshots', snapshot, 'files.ndjson'), 'other bytes');
    const alone = await recon('restore', only, '--data', join(tempFolder(), 'data'));
    expect(alone).toMatchObject({ exitCode: 11, stderr: expect.stringContaining('Try: Another copy of the backup') });
    expect(alone.stderr).not.toContain('remove');
  },
);

test('what is typed wrong is told, and --dry-run makes nothing', async () => {
  const folder = tempFolder();
  expect(await backUp(join(folder, 'a'), '--keep', '0')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--keep "0"'),
  });
  expect((await backUp(join(folder, 'a'), '--dry-run')).exitCode).toBe(0);
  expect((await recon('backup')).exitCode).toBe(2);
  expect((await recon('backup', 'verify', folder)).exitCode).toBe(3);
  expect((await recon('backup', join(folder, 'b'), '--data', join(folder, 'none'))).exitCode).toBe(3);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(['list', 'status'])('backup %s is no folder to copy every patient to', async (word) => {
  const refused = await backUp(word);
  expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
  expect(refused.stderr).toContain(`recon backup ./${word}`);
  expect(readdirSync('.')).not.toContain(word);
});

test.each([
  ['list /mnt/clinic --key-file key', 'backup verify /mnt/clinic --key-file key --all (which lists the snapshots)'],
  ['delete /mnt/clinic 2026-11-27', 'backup remove /mnt/clinic 2026-11-27'],
  ['restore /mnt/clinic', 'restore /mnt/clinic'],
])('backup %s is told the line that was meant', async (typed, meant) => {
  expect(await recon('backup', ...typed.split(' '))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(`Try: recon ${meant}\n`),
  });
});

test.skipIf(ARE_PLACES_SHARED)('a damaged database is told as such, and no bug', async () => {
  const damaged = await copyFolder(service.dataFolder);
  const path = join(damaged, 'recon.db');
  const bytes = readFileSync(path);
  for (let at = 2 * PAGE; at < bytes.length; at += 3 * PAGE) bytes.fill(0xff, at, at + PAGE);
  writeFileSync(path, bytes);
  const { exitCode, stderr } = await recon('backup', join(tempFolder(), 'to'), '--data', damaged);
  expect({ exitCode, stderr }).toEqual({ exitCode: 12, stderr: expect.stringContaining('its database is damaged') });
});

test.skipIf(ARE_PLACES_SHARED)(
  'a restore into a database told of a service in a folder that nobody had typed',
  async () => {
    const to = join(tempFolder(), 'clinic');
    expect((await backUp(to)).exitCode).toBe(0);
    const environment = {
      ...home.environment,
      RECON_TOKEN_FILE: join(service.dataFolder, 'token'),
      RECON_SERVE_DATABASE: 'postgres://nobody@127.0.0.1:1/recon',
    };
    const { exitCode, stderr } = await runMain(['restore', to], environment);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('--data is missing') });
    expect(stderr).toContain(`recon restore ${to} --data NEWFOLDER (with the same places)`);
  },
);
