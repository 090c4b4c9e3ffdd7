import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GLTF, HEAD_BYTES } from '../../../contract/glb-head.ts';
import { ReconError } from '../../../errors.ts';
import { sha256OfFile } from '../../../system/sha256.ts';

/** Every line of SHA256SUMS holds, there is a model, and the photos are those that were sent. */
export async function checkExtracted(folder: string, photoFolder: string): Promise<void> {
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  for (const line of sums.trim().split('\n')) {
    const [, expected, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (expected === undefined || name === undefined) throw broken(`SHA256SUMS has a line that is none: ${line}`);
    if ((await sha256OfFile(join(folder, name))) !== expected) throw broken(`${name} is not what SHA256SUMS says`);
  }
  const model = await readFile(join(folder, 'model.glb'));
  if (model.length < HEAD_BYTES || model.readUInt32LE(0) !== GLTF) throw broken('model.glb is no 3D model');
  const kept = await hashesIn(join(folder, 'photos'));
  for (const [name, hash] of await hashesIn(photoFolder)) {
    if (![...kept.values()].includes(hash)) throw broken(`the photo ${name} did not come back as it was sent`);
  }
}

async function hashesIn(folder: string): Promise<Map<string, string | undefined>> {
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name) => [name, await sha256OfFile(join(folder, name))] as const)));
}

const broken = (what: string) => new ReconError('protocol', `the archive is wrong: ${what}`);
