import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ZipFile } from 'yazl';
import type { View } from '../../src/contract/reconstruction.ts';
import { readModels } from '../../src/engine/morphable/model-bytes.ts';
import { type EngineInput, type EngineResult, reconstruct } from '../../src/engine/reconstruct.ts';
import { PhotoRefusal } from '../../src/engine/refusal.ts';
import { ReconError } from '../../src/errors.ts';
import type { ChildAnswer, ChildOrder } from './child-order.ts';
import { hullMesh } from './hull/hull.ts';
import { packMesh } from './methods/packed-mesh.ts';

/** One process, one order: so that time and memory are this generation's alone. Writes `answer.json` into the folder. */
async function main(order: ChildOrder): Promise<void> {
  mkdirSync(order.folder, { recursive: true });
  const input = inputOf(order);
  const start = performance.now();
  const used = process.cpuUsage();
  const outcome = await outcomeOf(order, input);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(used);
  const answer: ChildAnswer = { ...outcome, seconds, cpuSeconds: (user + system) / 1e6, peakMb: peakMb() };
  writeFileSync(join(order.folder, 'answer.json'), JSON.stringify(answer));
}

function inputOf({ type, provider, photos, measures }: ChildOrder): EngineInput {
  const bytes = Object.entries(photos).map(([view, path]) => [view, readFileSync(path)]);
  return { type, provider, measures, photos: Object.fromEntries(bytes) as Partial<Record<View, Uint8Array>> };
}

async function outcomeOf(
  { method, people, folder, keep }: ChildOrder,
  input: EngineInput,
): Promise<Partial<ChildAnswer>> {
  try {
    if (method === 'hull') {
      writeFileSync(join(folder, 'mesh.bin'), packMesh(await hullMesh(input)));
      return {};
    }
    const result = await reconstruct(input, readModels(readFileSync(people)));
    const zipBytes = await zipped(result);
    if (keep) for (const [name, content] of filesOf(result)) writeFileSync(join(folder, name), content);
    return { zipBytes, warnings: result.report.warnings, measures: result.measures };
  } catch (error) {
    if (!(error instanceof ReconError) || error.code !== 'generation_failed') return { fault: String(error) };
    const { reason, views } = error instanceof PhotoRefusal ? error : { reason: 'untyped', views: [] };
    return { refusal: { reason, views: [...views], sentence: error.message } };
  }
}

const filesOf = ({ glb, obj, mtl, texture, frames }: EngineResult): [string, Uint8Array][] => [
  ['model.glb', glb],
  ['model.obj', Buffer.from(obj)],
  ['model.mtl', Buffer.from(mtl)],
  ['texture.jpg', texture],
  ['frames.jpg', frames],
];

/** The size of the files as one archive, stored as the service stores them. */
async function zipped(result: EngineResult): Promise<number> {
  const zip = new ZipFile();
  for (const [name, bytes] of filesOf(result)) zip.addBuffer(Buffer.from(bytes), name, { compress: false });
  zip.end();
  let size = 0;
  for await (const chunk of zip.outputStream) size += chunk.length;
  return size;
}

/** On Linux maxRSS starts from the peak of the process that started this one; VmHWM is this one's alone. */
function peakMb(): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
  } catch {
    return process.resourceUsage().maxRSS / 1024;
  }
}

await main(JSON.parse(readFileSync(process.argv[2]!, 'utf8')));
