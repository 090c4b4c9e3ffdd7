import { writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createDecoder } from '../../../src/service/worker/decoder.ts';
import { DECODING, type Limits } from '../../../src/service/worker/limits.ts';
import { decoderProgram } from '../../support/engine-worker.ts';
import { blackPng, jpegOf } from '../../support/photo-maker.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function openDecoder(limits: Partial<Limits> = {}) {
  const decoder = createDecoder(await decoderProgram(), { ...DECODING, ...limits });
  onTestFinished(() => decoder.end());
  const folder = tempFolder();
  const photo = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const quick = photo('quick', await jpegOf());
  return { decoder, quick, slow: photo('slow', blackPng(7700, { depth: 8, interlaced: true })) };
}

test('a photo is examined, and shown small', async () => {
  const { decoder, quick } = await openDecoder();
  expect(await decoder.examine(1, quick)).toMatchObject({ ok: true, facts: { format: 'jpeg', widthPx: 600 } });
  const { format, height } = await sharp(await decoder.thumb(1, quick)).metadata();
  expect({ format, height }).toEqual({ format: 'jpeg', height: 256 });
});

test('a photo that takes too long is refused, and the turns of its account are free again', async () => {
  const { decoder, quick, slow } = await openDecoder({ ms: 700 });
  const refused = await Promise.all([1, 2].map(() => decoder.examine(1, slow)));
  const problem = 'takes more than 0.7 s to decode; save it smaller';
  expect(refused).toEqual([1, 2].map(() => ({ ok: false, problem, fault: 'large' })));
  // On a busy machine a quick one takes too long as well, now and then.
  await expect.poll(async () => (await decoder.examine(1, quick)).ok, { timeout: 20_000 }).toBe(true);
});

test.runIf(platform() !== 'win32')('a photo that takes too much memory is refused', async () => {
  const { decoder, slow } = await openDecoder({ memoryMb: 150 });
  const problem = 'takes more than 150 MB of memory to decode; save it smaller';
  expect(await decoder.examine(1, slow)).toEqual({ ok: false, problem, fault: 'large' });
});

test('what is no photo any more, or not there, is an error', async () => {
  const { decoder, quick } = await openDecoder();
  writeFileSync(quick, 'text');
  await expect(decoder.thumb(1, quick)).rejects.toMatchObject({ code: 'photo_rejected' });
  await expect(decoder.examine(1, `${quick}-gone`)).rejects.toMatchObject({ code: 'ENOENT' });
});
