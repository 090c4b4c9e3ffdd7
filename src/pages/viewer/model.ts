import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  type MeshStandardMaterial,
  Ray,
  type Texture,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshBVH } from 'three-mesh-bvh';
import type { FindNearest } from './measure/nearest.ts';
import { cornersOf, type Surface, type SurfacePoint, surfaceOf } from './measure/surface.ts';
import { cross, lengthOf, minus, plus, times, unit, type Vec3 } from './measure/vector.ts';

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
  low: Vec3;
  high: Vec3;
  /** Made when it is first asked for: turning the model needs none of it. */
  measured(): MeasuredSurface;
}

export interface MeasuredSurface {
  surface: Surface;
  /** The point that a ray meets first. */
  hit(from: Vec3, direction: Vec3): SurfacePoint | undefined;
  findNearest: FindNearest;
}

/** @throws Error with a sentence for a person, where the file holds nothing that can be shown */
export async function loadModel(address: string): Promise<Model> {
  const { scene } = await new GLTFLoader().loadAsync(address);
  scene.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  scene.traverse((one) => {
    if (one instanceof Mesh && one.geometry.getAttribute('position') !== undefined) meshes.push(one);
  });
  if (meshes.length === 0) throw new Error('the file holds no surface');
  const geometries = meshes.map(placedGeometry);
  const counts = geometries.map((one) => one.getAttribute('position').count);
  const vertices = counts.reduce((sum, count) => sum + count, 0);
  const positions = new Float32Array(vertices * 3);
  const triangles: number[] = [];
  let first = 0;
  const parts = geometries.map((geometry, i) => {
    positions.set(geometry.getAttribute('position').array, first * 3);
    for (const vertex of geometry.getIndex()!.array) triangles.push(first + vertex);
    const part = { geometry, texture: textureOf(meshes[i]!), first };
    first += counts[i]!;
    return part;
  });
  const marks = { seen: joined(meshes, '_seen', vertices), errorsMm: joined(meshes, '_error', vertices) };
  return modelOf({ parts, positions, triangles, ...marks });
}

function modelOf(facts: Pick<Model, 'parts' | 'positions' | 'triangles' | 'seen' | 'errorsMm'>): Model {
  let made: MeasuredSurface | undefined;
  const measured = () => {
    made ??= measuredSurface(facts.positions, facts.triangles);
    return made;
  };
  return { ...facts, ...boundsOf(facts.positions), measured };
}

/** The same model with its vertices elsewhere. `isMoved` tells which of them have to be lit anew. */
export function movedModel(model: Model, positions: Float32Array, isMoved: (vertex: number) => boolean): Model {
  const { surface } = model.measured();
  const normals = vertexNormals({ ...surface, positions });
  const parts = model.parts.map(({ geometry, texture, first }): Part => {
    const count = geometry.getAttribute('position').count;
    const moved = new BufferGeometry();
    moved.setIndex(geometry.getIndex());
    for (const name of ['uv', 'normal']) {
      const values = geometry.getAttribute(name);
      if (values !== undefined) moved.setAttribute(name, name === 'uv' ? values : values.clone());
    }
    moved.setAttribute('position', new BufferAttribute(positions.slice(first * 3, (first + count) * 3), 3));
    const normal = moved.getAttribute('normal');
    for (let i = 0; i < count; i++) {
      const same = surface.sameAs[first + i]! * 3;
      if (isMoved(first + i)) normal.setXYZ(i, ...unit([normals[same]!, normals[same + 1]!, normals[same + 2]!]));
    }
    return { geometry: moved, texture, first };
  });
  return modelOf({ ...model, parts, positions });
}

/** A geometry of floats in the world's axes, whatever the file has. */
function placedGeometry({ geometry: from, matrixWorld }: Mesh): BufferGeometry {
  const place = from.getAttribute('position');
  const normal = from.getAttribute('normal');
  const uv = from.getAttribute('uv');
  const positions = new Float32Array(place.count * 3);
  const normals = new Float32Array(normal === undefined ? 0 : place.count * 3);
  const at = new Vector3();
  for (let i = 0; i < place.count; i++) {
    at.fromBufferAttribute(place, i)
      .applyMatrix4(matrixWorld)
      .toArray(positions, i * 3);
    if (normal !== undefined) {
      at.fromBufferAttribute(normal, i)
        .transformDirection(matrixWorld)
        .toArray(normals, i * 3);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  const index = from.getIndex()?.array ?? Uint32Array.from({ length: place.count }, (_, i) => i);
  geometry.setIndex(new BufferAttribute(Uint32Array.from(index), 1));
  if (uv !== undefined) geometry.setAttribute('uv', uv);
  if (normal === undefined) geometry.computeVertexNormals();
  else geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  return geometry;
}

function textureOf({ material }: Mesh): Texture | null {
  const [first] = Array.isArray(material) ? material : [material];
  return (first as MeshStandardMaterial | undefined)?.map ?? null;
}

/** One number for each vertex of all meshes; undefined where one of them has none. */
function joined(meshes: readonly Mesh[], name: string, vertices: number): Float32Array | undefined {
  const found = meshes.map(({ geometry }) => geometry.getAttribute(name));
  if (found.some((one) => one === undefined)) return undefined;
  const values = new Float32Array(vertices);
  let first = 0;
  for (const one of found) {
    for (let i = 0; i < one!.count; i++) values[first + i] = one!.getX(i);
    first += one!.count;
  }
  return values;
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

function measuredSurface(positions: Float32Array, triangles: readonly number[]): MeasuredSurface {
  const surface = surfaceOf(positions, triangles);
  return { surface, ...searchesOf(surface) };
}

/** What is met and what is near, by a tree of boxes round the triangles. */
export function searchesOf(surface: Surface): Pick<MeasuredSurface, 'hit' | 'findNearest'> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  // Indirect: the triangles stay in their order.
  const tree = new MeshBVH(geometry, { indirect: true });
  const normals = vertexNormals(surface);
  const ends = endsOf(surface);
  const ray = new Ray();
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  return {
    hit: (from, direction) => {
      ray.origin.set(...from);
      ray.direction.set(...direction);
      const met = tree.raycastFirst(ray, DoubleSide);
      if (met?.faceIndex == null) return undefined;
      return { place: met.point.toArray(), triangle: met.faceIndex };
    },
    findNearest: ([x, y, z]) => {
      const { point, faceIndex } = tree.closestPointToPoint(new Vector3(x, y, z), target)!;
      const place: Vec3 = point.toArray();
      const shares = sharesAt(surface, faceIndex, place);
      const normal = normalAt(surface, normals, faceIndex, shares);
      return { place, triangle: faceIndex, normal, isAtEnd: isAtEnd(surface, ends, faceIndex, shares) };
    },
  };
}

/** Per vertex, weighted by the triangles' areas; not of length 1. */
function vertexNormals(surface: Surface): Float32Array {
  const { positions, triangles } = surface;
  const normals = new Float32Array(positions.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = cornersOf(surface, t);
    cross(minus(b, a), minus(c, a)).forEach((value, axis) => {
      for (let k = 0; k < 3; k++) {
        const at = triangles[t * 3 + k]! * 3 + axis;
        normals[at] = normals[at]! + value;
      }
    });
  }
  return normals;
}

/** How much of a place in a triangle is of each corner: 1 at the corner itself, 0 on the edge across. */
function sharesAt(surface: Surface, triangle: number, place: Vec3): Vec3 {
  const corners = cornersOf(surface, triangle);
  const across = (a: Vec3, b: Vec3) => lengthOf(cross(minus(a, place), minus(b, place)));
  const shares: Vec3 = [across(corners[1], corners[2]), across(corners[2], corners[0]), across(corners[0], corners[1])];
  return times(shares, 1 / (shares[0] + shares[1] + shares[2] || 1));
}

/** The vertices at edges that have a triangle at one side only. */
function endsOf({ edges }: Surface): ReadonlySet<number> {
  return new Set(edges.ends.filter((_, i) => edges.sides[i - (i % 2) + 1] === -1));
}

/** A share below this is none. */
const NO_SHARE = 1e-4;

function isAtEnd({ triangles, edges }: Surface, ends: ReadonlySet<number>, triangle: number, shares: Vec3): boolean {
  return shares.some((share, k) => {
    if (share > 1 - NO_SHARE) return ends.has(triangles[triangle * 3 + k]!);
    // The edge across from a corner begins at the next one.
    const across = edges.ofTriangle[triangle * 3 + ((k + 1) % 3)]!;
    return share < NO_SHARE && edges.sides[across * 2 + 1] === -1;
  });
}

/** Mixed from the corners': on an edge the normal of one side alone could call outside what is inside. */
function normalAt({ triangles }: Surface, normals: Float32Array, triangle: number, shares: Vec3): Vec3 {
  let mixed: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const at = triangles[triangle * 3 + k]! * 3;
    mixed = plus(mixed, times(unit([normals[at]!, normals[at + 1]!, normals[at + 2]!]), shares[k]!));
  }
  return unit(mixed);
}
