import { execFileSync } from 'node:child_process';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readDataText } from '../../../src/cli/request/data-file.ts';
import { ReconError } from '../../../src/errors.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const NOTHING = { stdin: Readable.from([]) };
const stopped = () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new ReconError('terminated', 'stopped by SIGTERM')), 100);
  return controller.signal;
};

function makePipe(): string {
  const path = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

test('a pipe that nobody writes to does not hold up SIGTERM', async () => {
  const reading = readDataText(makePipe(), { ...NOTHING, signal: stopped() });
  await expect(reading).rejects.toMatchObject({ code: 'terminated' });
});

test('a pipe is read to its end, however slowly it is written', async () => {
  const path = makePipe();
  const reading = readDataText(path, NOTHING);
  setTimeout(() => {
    const writer = createWriteStream(path);
    writer.write('{"name":');
    setTimeout(() => writer.end('"Ana"}'), 150);
  }, 100);
  expect(await reading).toBe('{"name":"Ana"}');
});

test('stdin that stays open does not hold up Ctrl-C', async () => {
  const reading = readDataText('-', { stdin: new PassThrough(), signal: stopped() });
  await expect(reading).rejects.toMatchObject({ code: 'terminated' });
});

test.each([
  ['stdin', '-'],
  ['a device that never ends', '/dev/zero'],
])('%s is refused above 1 MB, and not read further', async (_what, source) => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (; given < 100; given++) yield Buffer.alloc(65_536, 'x');
    })(),
  );
  const reading = readDataText(source, { stdin: endless });
  await expect(reading).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(/too large/) });
  expect(given).toBeLessThan(40);
});

test('a name in Latin-1 is refused, not sent with other letters', async () => {
  const path = join(tempFolder(), 'latin1.json');
  writeFileSync(path, Buffer.from('{"name":"José"}', 'latin1'));
  await expect(readDataText(path, NOTHING)).rejects.toMatchObject({ message: expect.stringMatching(/not UTF-8/) });
});
