import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateBytes } from 'gltf-validator';
import { volumeOf } from '../../src/engine/surface/mesh.ts';
import type { ChildAnswer } from './child-order.ts';
import { scaledMean } from './methods/mean.ts';
import { unpackMesh } from './methods/packed-mesh.ts';
import type { Options } from './options.ts';
import { inputOf, REGIONS, type Run, VARIANTS } from './plan.ts';
import { runChild } from './run-child.ts';
import { readGlb } from './score/read-glb.ts';
import { type Score, scoreModel } from './score/score.ts';
import { openEdges } from './score/watertight.ts';
import { truthOf } from './subjects.ts';

/** One run with all its results. */
export interface Measured extends Run {
  answer: ChildAnswer | undefined;
  score: Score | undefined;
  /** The scored model's whole volume against the true one's, as a share; of bodies only. */
  volumeError: number | undefined;
  glb: { megabytes: number; errors: number; openEdges: number; triangles: number } | undefined;
  folder: string;
}

export async function measured(run: Run, { data, scratch, rescore, people }: Options): Promise<Measured> {
  const { method, variant, subject } = run;
  const { set } = VARIANTS[variant];
  const folder = join(scratch, `${subject.tier}-${subject.name}`, variant.replace(' ', '-'), method);
  const seen: Measured = {
    ...run,
    answer: undefined,
    score: undefined,
    volumeError: undefined,
    glb: undefined,
    folder,
  };
  const truth = truthOf(subject);
  const scoreOf = (mesh: Parameters<typeof scoreModel>[0]) => {
    const score = scoreModel(mesh, truth, REGIONS[set], { isPlaced: method === 'mean' });
    const volumeL = volumeOf(truth.mesh) * 1000;
    return { score, volumeError: set === 'body' ? Math.abs(score.volumeL - volumeL) / volumeL : undefined };
  };
  if (method === 'mean') {
    const mesh = scaledMean(data, subject, set);
    const { score, volumeError } = scoreOf(mesh);
    // Laid on the face alone a neck held otherwise can tip the whole head: the control gets the better of two layings.
    const alone = set === 'head' ? scoreModel(mesh, truth, ['head'], { isPlaced: true }).regions.head : undefined;
    if (alone !== undefined && alone.meanMm < score.regions.head!.meanMm) score.regions.head = alone;
    return { ...seen, score, volumeError };
  }
  const left = rescore ? leftAnswer(folder) : undefined;
  const answer =
    left ?? (await runChild({ method, ...inputOf(subject, VARIANTS[variant]), people, folder, keep: true }));
  if (answer.refusal !== undefined || answer.fault !== undefined) return { ...seen, answer };
  if (method === 'hull') return { ...seen, answer, ...scoreOf(unpackMesh(readFileSync(join(folder, 'mesh.bin')))) };
  const bytes = readFileSync(join(folder, 'model.glb'));
  const mesh = readGlb(bytes);
  const { issues } = await validateBytes(bytes);
  const triangles = mesh.triangles.length / 3;
  const glb = { megabytes: bytes.length / 1e6, errors: issues.numErrors, openEdges: openEdges(mesh), triangles };
  return { ...seen, answer, glb, ...scoreOf(mesh) };
}

function leftAnswer(folder: string): ChildAnswer | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** One line of progress for a person. */
export function lineOf({ subject, variant, method, answer, score, glb, volumeError }: Measured): string {
  const head = `${subject.tier} ${subject.name}  ${variant}  ${method}`.padEnd(28);
  if (answer?.refusal !== undefined) return `${head}REFUSED ${answer.refusal.reason}: ${answer.refusal.sentence}`;
  if (answer?.fault !== undefined) return `${head}FAULT ${answer.fault}`;
  const parts = Object.entries(score?.regions ?? {}).map(
    ([name, { meanMm, p95Mm, maxMm }]) => `${name} ${meanMm.toFixed(2)} / ${p95Mm.toFixed(1)} / ${maxMm.toFixed(0)} mm`,
  );
  if (score?.breasts !== undefined) {
    const { modelCc, truthCc } = score.breasts;
    parts.push(`breasts ${modelCc.toFixed(0)} of ${truthCc.toFixed(0)} cc`);
  }
  if (volumeError !== undefined) parts.push(`volume off by ${(volumeError * 100).toFixed(1)} %`);
  if (answer !== undefined)
    parts.push(
      `${answer.seconds.toFixed(1)} s (${answer.cpuSeconds.toFixed(1)} s cpu), ${answer.peakMb.toFixed(0)} MB`,
    );
  if (glb !== undefined) {
    const { megabytes, errors, triangles } = glb;
    parts.push(`${megabytes.toFixed(1)} MB, ${triangles} triangles, ${errors} errors, ${glb.openEdges} open edges`);
  }
  return head + parts.join(', ');
}
