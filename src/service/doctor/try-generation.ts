import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, right, wrong } from '../../contract/finding.ts';
import { systemErrorCode } from '../../errors.ts';
import { stageSample } from '../seed/samples.ts';
import { openIncoming } from '../storage/incoming.ts';
import { GENERATING } from '../worker/limits.ts';
import { type Generating, PART_NAMES } from '../worker/orders.ts';
import { ProcessPool } from '../worker/process-pool.ts';
import type { Looked } from './looked.ts';

/** Makes a model of the bundled photos on this machine; nothing of it stays. */
export async function tryGeneration({
  trial,
  asker,
  signal,
}: Pick<Looked, 'trial' | 'asker' | 'signal'>): Promise<Finding[]> {
  if (trial === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), 'recon-trial-'));
  const generators = new ProcessPool<Generating>(trial.workerUrl, GENERATING);
  const begun = performance.now();
  try {
    const incoming = await openIncoming(folder);
    const plan = { person: 'ben', type: 'face', provider: 4, isAccepted: false } as const;
    const { photos, ...order } = await stageSample(incoming, trial.samplesFolder, plan);
    const photoPaths = Object.fromEntries(photos.map(({ view, path }) => [view, path]));
    const partPaths = Object.fromEntries(PART_NAMES.map((name) => [name, incoming.newPath()]));
    const answer = await generators.run({ ...order, photoPaths, partPaths } as Generating['order'], { signal });
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (answer.ok) return [right('generation', `a model of the bundled photos was made in ${seconds} s`)];
    return [wrong('generation', `the bundled photos were refused: ${answer.reason}`, AGAIN)];
  } catch (error) {
    signal.throwIfAborted();
    // What an error says may hold a path of the machine.
    const why = asker === undefined ? (error as Error).message : (systemErrorCode(error) ?? 'its log says why');
    return [wrong('generation', `it broke off: ${why}`, AGAIN)];
  } finally {
    await generators.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const AGAIN = 'npm install --global recon, so that the program is whole; a generation needs 1 GB of memory';
