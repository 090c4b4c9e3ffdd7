import { angleAt } from './measure/angle.ts';
import { girthAt } from './measure/girth.ts';
import { roundLine } from './measure/round-line.ts';
import { shortestPath } from './measure/shortest-path.ts';
import type { Surface, SurfacePoint } from './measure/surface.ts';
import { distance, type Vec3 } from './measure/vector.ts';
import { LEAST_POINTS, type Patch, patchWithin } from './measure/volume.ts';
import type { MeasuredSurface } from './model.ts';
import { areaText, cm3Text, degreesText, mmText } from './words.ts';

export const KINDS = ['distance', 'angle', 'girth', 'volume', 'note'] as const;
export type Kind = (typeof KINDS)[number];

/** Of a note's text. */
export const MOST_NOTE_LETTERS = 200;

/** What was found at some points of a model. */
export interface Finding {
  kind: Kind;
  /** Sentences, the most important one first. */
  lines: readonly string[];
  points: readonly SurfacePoint[];
  /** Lines to draw on the model. */
  curves: readonly (readonly Vec3[])[];
  /** Of a volume. */
  patch?: Patch;
}

/** How far a vertex may be from the person, mm; undefined where the file does not tell. */
export type ErrorAt = ((vertex: number) => number) | undefined;

/** Points that a kind takes; the volume takes as many as are given. */
export const POINTS: Readonly<Record<Kind, number>> = { distance: 2, angle: 3, girth: 1, volume: Infinity, note: 1 };
export const LEAST: Readonly<Record<Kind, number>> = { ...POINTS, volume: LEAST_POINTS };

export function findingOf(
  kind: Kind,
  measured: MeasuredSurface,
  points: readonly SurfacePoint[],
  errorAt: ErrorAt,
): Finding {
  return { kind, points, ...FIND[kind](measured, points, errorAt) };
}

type Found = Pick<Finding, 'lines' | 'curves' | 'patch'>;

const FIND: Readonly<
  Record<Kind, (measured: MeasuredSurface, points: readonly SurfacePoint[], errorAt: ErrorAt) => Found>
> = {
  distance: ({ surface }, [from, to], errorAt) => {
    const straight = distance(from!.place, to!.place);
    const path = shortestPath(surface, from!, to!);
    // Both ends may be off, each by so much in 95 of 100 models.
    const doubt = errorAt && Math.hypot(pointError(surface, from!, errorAt), pointError(surface, to!, errorAt));
    return {
      lines: [
        `${mmText(straight, doubt)} straight`,
        ...(path === undefined
          ? ['no way along the surface']
          : [
              `${mmText(path.lengthM, doubt)} along the surface`,
              'by the shortest way, which may lead round a tip and not over it',
            ]),
      ],
      curves: [[from!.place, to!.place], path?.places ?? []],
    };
  },
  angle: ({ surface }, [one, at, other], errorAt) => {
    const [a, b] = [one!, other!].map(({ place }) => distance(place, at!.place)) as [number, number];
    const doubt =
      errorAt &&
      (Math.hypot(
        Math.hypot(pointError(surface, one!, errorAt), pointError(surface, at!, errorAt)) / (a * 1000),
        Math.hypot(pointError(surface, other!, errorAt), pointError(surface, at!, errorAt)) / (b * 1000),
      ) *
        180) /
        Math.PI;
    return {
      lines: [`${degreesText(angleAt(at!.place, one!.place, other!.place), doubt)} at the second point`],
      curves: [[one!.place, at!.place, other!.place]],
    };
  },
  girth: ({ surface }, [point], errorAt) => {
    const girth = girthAt(surface, point!.place);
    if (girth === undefined) return { lines: ['nothing is cut at this height'], curves: [] };
    const { curve, alongM, tapeM } = girth;
    if (!curve.isClosed) return { lines: ['the surface is open here, so there is no girth'], curves: [curve.places] };
    // A ring that is too wide by e all round is too long by 2πe.
    const doubt = errorAt && 2 * Math.PI * pointError(surface, point!, errorAt);
    return {
      lines: [`${mmText(tapeM, doubt)} as a tape lies`, `${mmText(alongM, doubt)} along the surface`],
      curves: [curve.places],
    };
  },
  volume: ({ surface, findNearest }, points, errorAt) => {
    const patch = patchWithin(surface, roundLine(points, findNearest));
    if (patch === undefined) return { lines: ['these points enclose nothing'], curves: [] };
    return {
      lines: [
        `${cm3Text(patch.volumeM3, errorAt && patchError(surface, patch, errorAt))} above its base`,
        `${areaText(patch.areaM2)} of skin`,
      ],
      curves: [patch.rim],
      patch,
    };
  },
  note: () => ({ lines: [], curves: [] }),
};

/** The largest error of the corners round a point, mm. */
const pointError = ({ triangles }: Surface, { triangle }: SurfacePoint, errorAt: NonNullable<ErrorAt>): number =>
  Math.max(...[0, 1, 2].map((k) => errorAt(triangles[triangle * 3 + k]!)));

/** As if all of the patch were off to the same side, m³: an upper end. */
function patchError(surface: Surface, { pieces, areaM2 }: Patch, errorAt: NonNullable<ErrorAt>): number {
  const mean = pieces.reduce((sum, { triangle }) => sum + triangleError(surface, triangle, errorAt), 0) / pieces.length;
  return (mean / 1000) * areaM2;
}

const triangleError = ({ triangles }: Surface, triangle: number, errorAt: NonNullable<ErrorAt>): number =>
  [0, 1, 2].reduce((sum, k) => sum + errorAt(triangles[triangle * 3 + k]!), 0) / 3;
