import type { BufferGeometry, Texture } from 'three';
import { type Surface, surfaceOf } from './measure/surface.ts';
import type { Vec3 } from './measure/vector.ts';
import { type SurfaceSearch, searchesOf } from './surface-search.ts';

/** A piece of a model that has one texture. */
export interface Part {
  geometry: BufferGeometry;
  texture: Texture | null;
  /** The number of its first vertex among those of the whole model. */
  first: number;
}

export interface Model {
  parts: readonly Part[];
  /** x, y and z of all vertices, metres. */
  positions: Float32Array;
  /** Three vertices for each triangle of all parts. */
  triangles: readonly number[];
  /** For each vertex, from 0 (no photo shows it) to 1; where the file tells. */
  seen: Float32Array | undefined;
  /** For each vertex, how far it may be from the person, mm; where the file tells. */
  errorsMm: Float32Array | undefined;
  /** Of the file, in hexadecimal digits: the model's identity. */
  sha256: Promise<string>;
  low: Vec3;
  high: Vec3;
  /** Made when it is first asked for: turning the model needs none of it. */
  measured(): MeasuredSurface;
}

export interface MeasuredSurface extends SurfaceSearch {
  surface: Surface;
}

export function modelOf(
  facts: Pick<Model, 'parts' | 'positions' | 'triangles' | 'seen' | 'errorsMm' | 'sha256'>,
  makeSurface = () => surfaceOf(facts.positions, facts.triangles),
): Model {
  let made: MeasuredSurface | undefined;
  const measured = () => {
    made ??= measuredSurface(makeSurface());
    return made;
  };
  return { ...facts, ...boundsOf(facts.positions), measured };
}

function boundsOf(positions: Float32Array): { low: Vec3; high: Vec3 } {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const c = i % 3;
    low[c] = Math.min(low[c]!, positions[i]!);
    high[c] = Math.max(high[c]!, positions[i]!);
  }
  return { low, high };
}

const measuredSurface = (surface: Surface): MeasuredSurface => ({ surface, ...searchesOf(surface) });
