import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPartFile } from '../../src/core/archive/part-file.ts';
import type { DownloadHooks } from '../../src/core/archive/receive.ts';
import { createClient } from '../../src/core/client.ts';
import { downloadArchive } from '../../src/core/download.ts';
import { transportTo } from '../http/quick.ts';
import { httpServer } from '../http/servers.ts';
import { HOSTILE_ZIPS } from '../support/hostile-zips.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { soundZip } from '../support/zip-maker.ts';

type Reply = (response: ServerResponse) => void;

const whole: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/zip', 'content-length': soundZip().length });
  response.end(soundZip());
};
const withoutLength: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.end(soundZip());
};
/** Says the whole length, sends a part, and breaks the connection. */
const cutAt =
  (share: number): Reply =>
  (response) => {
    const zip = soundZip();
    response.writeHead(200, { 'content-length': zip.length });
    response.write(zip.subarray(0, Math.floor(zip.length * share)), () => response.destroy());
  };
/** Ends the connection as if that were all, with no length given. */
const cutSilently =
  (share: number): Reply =>
  (response) => {
    response.sendDate = false;
    response.shouldKeepAlive = false;
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { connection: 'close' });
    response.end(soundZip().subarray(0, Math.floor(soundZip().length * share)));
  };
const bytes =
  (body: Buffer | string): Reply =>
  (response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) });
    response.end(body);
  };

/** A service that gives each download the next reply, the last one for ever, and a client of it. */
async function setUp(...replies: Reply[]) {
  const asked: string[] = [];
  const { url } = await httpServer((request, response, number) => {
    asked.push(`${request.method} ${request.url}`);
    (replies[number - 1] ?? replies.at(-1)!)(response);
  });
  const client = createClient(transportTo(url));
  const clock = impatientClock();
  const folder = tempFolder();
  const target = join(folder, 'ana.zip');
  const download = (options: Partial<DownloadHooks> & { force?: boolean } = {}) => {
    const { force = false, ...hooks } = options;
    return downloadArchive(client, { id: '7', type: 'face', target, force }, { clock, ...hooks });
  };
  return { asked, clock, folder, target, download };
}

test('an archive arrives whole, private, and with its hash', async () => {
  const { asked, folder, target, download } = await setUp(whole);
  const sha256 = createHash('sha256').update(soundZip()).digest('hex');
  expect(await download()).toEqual({ path: target, sizeBytes: soundZip().length, sha256 });
  expect(readFileSync(target).equals(soundZip())).toBe(true);
  expect(lstatSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['ana.zip']);
  expect(asked).toEqual(['GET /patients/7/download?type=face']);
});

test('no length and a wrong content type are no obstacle', async () => {
  const { target, download } = await setUp(withoutLength);
  await download();
  expect(readFileSync(target).equals(soundZip())).toBe(true);
});

test('progress grows to the whole', async () => {
  const seen: [number, number | undefined][] = [];
  const { download } = await setUp(whole);
  await download({ onProgress: (done, total) => seen.push([done, total]) });
  expect(seen.at(-1)).toEqual([soundZip().length, soundZip().length]);
  expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).sort((a, b) => a - b));
});

test.each([0, 0.1, 0.5, 0.9, 0.9999])('a body that breaks off at %d is fetched again', async (share) => {
  const { asked, clock, target, download } = await setUp(cutAt(share), cutAt(share), whole);
  await download();
  expect(readFileSync(target).equals(soundZip())).toBe(true);
  expect(asked.length).toBe(3);
  expect(clock.pauses.length).toBeGreaterThanOrEqual(2);
});

test('a body that always breaks off ends as a failure of the network, with no file', async () => {
  const { asked, folder, download } = await setUp(cutAt(0.5));
  await expect(download()).rejects.toMatchObject({ code: 'network' });
  expect(asked.length).toBe(5);
  expect(readdirSync(folder)).toEqual([]);
});

test('a body cut without a word is never taken for whole', async () => {
  const { asked, folder, download } = await setUp(cutSilently(0.7));
  await expect(download()).rejects.toMatchObject({ code: 'unsafe_archive' });
  expect(asked.length).toBe(3);
  expect(readdirSync(folder)).toEqual([]);
});

test('a body cut without a word once is fetched again', async () => {
  const { target, download } = await setUp(cutSilently(0.7), withoutLength);
  await download();
  expect(readFileSync(target).equals(soundZip())).toBe(true);
});

test.each([
  ['a web page', '<!doctype html><title>Sign in</title>', 'protocol', /a web page instead/],
  ['a page after a byte order mark', '\ufeff\n<html>', 'protocol', /a web page instead/],
  ['JSON', '{"patient":{}}', 'protocol', /JSON instead/],
  ['nothing', '', 'protocol', /nothing instead/],
  ['other bytes', Buffer.from('1f8b0800000000000003', 'hex'), 'unsafe_archive', /no zip file/],
])('%s in the place of an archive is refused at once', async (_what, body, code, message) => {
  const { asked, folder, download } = await setUp(bytes(body));
  await expect(download()).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(asked.length).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test.each(HOSTILE_ZIPS.filter(([name]) => !/HTML|0 bytes/.test(name)))(
  'a hostile archive gets no name: %s',
  async (_name, _reason, make) => {
    const { asked, folder, download } = await setUp(bytes(make()));
    await expect(download()).rejects.toMatchObject({ code: 'unsafe_archive' });
    expect(asked.length).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test.each([
  [404, 'not_found'],
  [401, 'not_logged_in'],
  [409, 'refused'],
])('a %i is told as it is, and not tried again', async (status, code) => {
  const { asked, folder, download } = await setUp((response) => response.writeHead(status).end('{}'));
  await expect(download()).rejects.toMatchObject({ code });
  expect(asked.length).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a model that is not there yet says how to wait for it', async () => {
  const { download } = await setUp((response) => response.writeHead(409).end('{"detail":"it is being made"}'));
  await expect(download()).rejects.toMatchObject({
    code: 'refused',
    hint: {
      command: ['wait', expect.stringMatching(/^\d+$/), '--type', expect.stringMatching(/^(mammo|face|body)$/)],
    },
  });
});

test('a file of that name is left alone, and nothing is asked', async () => {
  const { asked, target, download } = await setUp(whole);
  writeFileSync(target, 'mine');
  await expect(download()).rejects.toMatchObject({ code: 'usage', hint: expect.stringContaining('--force') });
  expect(readFileSync(target, 'utf8')).toBe('mine');
  expect(asked).toEqual([]);
});

test('force replaces a file, and only when the new one is sound', async () => {
  const { folder, target, download } = await setUp(bytes('PK\x03\x04 broken'), whole);
  writeFileSync(target, 'old');
  await expect(download({ force: true })).rejects.toMatchObject({ code: 'unsafe_archive' });
  expect(readFileSync(target, 'utf8')).toBe('old');
  await download({ force: true });
  expect(readFileSync(target).equals(soundZip())).toBe(true);
  expect(readdirSync(folder)).toEqual(['ana.zip']);
});

test('a file that appears meanwhile is not replaced', async () => {
  const { folder, target, download } = await setUp((response) => {
    writeFileSync(target, 'someone else');
    whole(response);
  });
  await expect(download()).rejects.toMatchObject({ code: 'usage' });
  expect(readFileSync(target, 'utf8')).toBe('someone else');
  expect(readdirSync(folder)).toEqual(['ana.zip']);
});

test.each([
  ['a folder', (target: string) => mkdirSync(target)],
  ['a link', (target: string) => symlinkSync('/dev/null', target)],
])('%s is never replaced, not even by force', async (_what, put) => {
  const { asked, target, download } = await setUp(whole);
  put(target);
  await expect(download({ force: true })).rejects.toMatchObject({ code: 'usage' });
  expect(asked).toEqual([]);
});

test('what an interrupted run left behind is begun anew, and a link there is not followed', async () => {
  const { folder, target, download } = await setUp(whole);
  writeFileSync(join(folder, 'victim'), 'untouched');
  linkSync(join(folder, 'victim'), `${target}.part`);
  await download();
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('untouched');
  expect(readdirSync(folder).sort()).toEqual(['ana.zip', 'victim']);
});

test('two downloads to one name end with one whole file', async () => {
  const { target, download } = await setUp(whole);
  const results = await Promise.allSettled([download(), download()]);
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(readFileSync(target).equals(soundZip())).toBe(true);
  expect(existsSync(`${target}.part`)).toBe(false);
});

test('a download that another one took the part file from leaves that file alone', async () => {
  const folder = tempFolder();
  const target = join(folder, 'model.zip');
  const url = 'https://clinic.example/patients/7/download?type=face';
  const [first, second] = [await openPartFile(target, url), await openPartFile(target, url)];
  await second.write(soundZip());
  await expect(first.keep({ replace: false })).rejects.toMatchObject({ code: 'storage' });
  await first.close({ leave: false });
  await second.keep({ replace: false });
  await second.close({ leave: false });
  expect(readdirSync(folder)).toEqual(['model.zip']);
});

test('an abort in mid-body stops with its reason and leaves nothing', async () => {
  const controller = new AbortController();
  const { folder, download } = await setUp((response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('PK\x03\x04');
    setTimeout(() => controller.abort(new Error('Ctrl-C')), 20);
    setTimeout(() => response.write('more'), 60);
  });
  await expect(download({ signal: controller.signal })).rejects.toThrow('Ctrl-C');
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that is not there is an error of storage', async () => {
  const { asked, folder, download } = await setUp(whole);
  rmSync(folder, { recursive: true });
  await expect(download()).rejects.toMatchObject({ code: 'storage' });
  expect(asked).toEqual([]);
});

test('an archive that cannot fit is refused before it is fetched', async () => {
  const { folder, download } = await setUp((response) => {
    response.writeHead(200, { 'content-length': 10 ** 15 });
    response.write('PK\x03\x04');
  });
  await expect(download()).rejects.toMatchObject({ code: 'storage', message: expect.stringContaining('MB left') });
  expect(readdirSync(folder)).toEqual([]);
});
