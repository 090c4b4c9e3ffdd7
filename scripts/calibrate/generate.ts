import { readFileSync } from 'node:fs';
import { type ReconstructionType, VIEWS, type View } from '../../src/contract/reconstruction.ts';
import { evidenceOf } from '../../src/engine/certainty/evidence.ts';
import { type Signs, signsOf } from '../../src/engine/certainty/signs.ts';
import { markedPhoto } from '../../src/engine/fit/measure-constraint.ts';
import { fitPerson, MODEL, type People } from '../../src/engine/fit-person.ts';
import { coverageOf } from '../../src/engine/measure/coverage.ts';
import { lengthsOf } from '../../src/engine/measure/lengths.ts';
import { armsOf, type FinishedSurface, finishedSurface } from '../../src/engine/morphable/finished-surface.ts';
import type { MorphableModel } from '../../src/engine/morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../../src/engine/morphable/surface-point.ts';
import { QUALITY } from '../../src/engine/provider-quality.ts';
import { PhotoRefusal } from '../../src/engine/refusal.ts';
import { seePhoto } from '../../src/engine/see-photo.ts';
import type { SeenPhoto } from '../../src/engine/silhouette/check.ts';
import { checkViews } from '../../src/engine/silhouette/check-views.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import { viewWeights } from '../../src/engine/texture/view-weights.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { decodePhoto } from '../../src/photo/decode.ts';
import { VARIANTS } from '../bench-engine/plan.ts';
import { type Subject, TYPE_OF, truthOf } from '../bench-engine/subjects.ts';
import { type Case, inputOfCase } from './cases.ts';
import { type Judged, judge, type Reference, referenceOf } from './true-errors.ts';

/** What a generation told of itself, beside what is true. */
export interface Outcome {
  signs?: Signs;
  judged?: Judged;
  warnings?: number;
  refusal?: { reason: string; views: string[]; sentence: string };
}

/** What is the same for all generations of one set of photos. */
export interface Known {
  seen: Map<string, SeenPhoto>;
  reference?: Reference;
}

/** A generation without its colours, which nothing of this depends on. `known` remembers what is the same for others of the group. */
export async function generate(one: Case, people: People, known: Known): Promise<Outcome> {
  const type = TYPE_OF[one.set];
  const { provider } = VARIANTS[one.variant];
  const model = people[MODEL[type]];
  const input = await inputOfCase(one);
  try {
    const seen = await seeAll(type, input.photos, QUALITY[provider].photoPx, known);
    checkViews(type, seen);
    const fitted = fitPerson(model, seen, {
      ...{ type, provider, measures: input.measures },
      effort: QUALITY[provider].effort,
    });
    const { views, fit, silhouettes } = fitted;
    const lengths = lengthsOf(type, fit.model, fit.mesh, markedPhoto(views, fit.cameras));
    const given = { type, provider, measures: input.measures };
    const evidence = evidenceOf(fit.model, given, seen, fitted, lengths);
    const surface = finishedSurface(model, fit.mesh);
    const occluders = { person: fit.mesh, arms: armsOf(model, fit.mesh) };
    const weights = viewWeights(surface.mesh, silhouettes, fit.cameras, occluders);
    const { seen: shown } = coverageOf(surface, weights);
    known.reference ??= referenceOf(type, truthOf(one.subject));
    const placed = { ...surface, mesh: placedAt(surface, fit.mesh, fit.model, type, one.subject) };
    return { signs: signsOf(evidence), judged: judge(known.reference, placed, shown) };
  } catch (error) {
    if (!(error instanceof PhotoRefusal)) throw error;
    const { reason, views, message } = error;
    return { refusal: { reason, views: [...views], sentence: message } };
  }
}

async function seeAll(
  type: ReconstructionType,
  photos: Partial<Record<View, string | Uint8Array>>,
  maxSidePx: number,
  known: Known,
): Promise<SeenPhoto[]> {
  const all: SeenPhoto[] = [];
  for (const [view, photo] of inOrder(photos)) {
    const key = typeof photo === 'string' ? `${photo} ${maxSidePx}` : undefined;
    const before = key === undefined ? undefined : known.seen.get(key);
    const bytes = typeof photo === 'string' ? readFileSync(photo) : photo;
    const seen = before ?? seePhoto(view, await decodePhoto(bytes, { maxSidePx }), type);
    if (key !== undefined) known.seen.set(key, seen);
    all.push(seen);
  }
  return all;
}

const inOrder = (photos: Partial<Record<View, string | Uint8Array>>) =>
  VIEWS.flatMap((view): [View, string | Uint8Array][] => {
    const photo = photos[view];
    return photo === undefined ? [] : [[view, photo]];
  });

/** The surface moved so that its marks lie on the truth's; only then a short alignment is enough. */
function placedAt(
  { mesh }: FinishedSurface,
  person: Mesh,
  model: MorphableModel,
  type: ReconstructionType,
  { landmarks }: Subject,
): Mesh {
  const names =
    type === 'face' ? (['pupil_left', 'pupil_right', 'nose_tip'] as const) : (['nipple_left', 'nipple_right'] as const);
  const found = names.map((name) => pointAt(person, surfacePoint(model, model.landmarks[name]!)));
  const goal = names.map((name): Vec3 => landmarks[name]);
  const shift = [0, 1, 2].map(
    (c) =>
      goal.reduce((sum, p) => sum + p[c]!, 0) / goal.length - found.reduce((sum, p) => sum + p[c]!, 0) / goal.length,
  );
  return { ...mesh, positions: mesh.positions.map((value, i) => value + shift[i % 3]!) };
}
