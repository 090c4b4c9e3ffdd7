import { BufferAttribute, BufferGeometry, Mesh, type MeshStandardMaterial, type Texture, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { DAMAGED, whyNotShown } from './glb-head.ts';
import { type Model, modelOf } from './model.ts';
import { PlainError } from './plain-error.ts';
import { read } from './read.ts';

/** @throws PlainError where the file holds nothing that can be shown */
export async function loadModel(address: string): Promise<Model> {
  const answer = await read(address, 'the archive’s file cannot be read');
  const file = await answer.arrayBuffer();
  const problem = whyNotShown(file);
  if (problem !== undefined) throw new PlainError(problem);
  return await modelIn(file, sha256Of(file)).catch((error: unknown) => {
    // three.js speaks to programmers.
    throw error instanceof PlainError ? error : new PlainError(DAMAGED, { cause: error });
  });
}

async function modelIn(file: ArrayBuffer, sha256: Promise<string>): Promise<Model> {
  const { scene } = await new GLTFLoader().parseAsync(file, '');
  scene.updateMatrixWorld(true);
  const meshes: Mesh[] = [];
  scene.traverse((one) => {
    if (one instanceof Mesh && one.geometry.getAttribute('position') !== undefined) meshes.push(one);
  });
  if (meshes.length === 0) throw new PlainError('the file holds no surface');
  const geometries = meshes.map(placedGeometry);
  const counts = geometries.map((one) => one.getAttribute('position').count);
  const vertices = counts.reduce((sum, count) => sum + count, 0);
  const positions = new Float32Array(vertices * 3);
  const triangles: number[] = [];
  let first = 0;
  const parts = geometries.map((geometry, i) => {
    positions.set(geometry.getAttribute('position').array, first * 3);
    for (const vertex of geometry.getIndex()!.array) {
      if (vertex >= counts[i]!) throw new PlainError(DAMAGED);
      triangles.push(first + vertex);
    }
    const part = { geometry, texture: textureOf(meshes[i]!), first };
    first += counts[i]!;
    return part;
  });
  if (!positions.every(Number.isFinite)) throw new PlainError(DAMAGED);
  const marks = { seen: joined(meshes, '_seen', vertices), errorsMm: joined(meshes, '_error', vertices) };
  return modelOf({ parts, positions, triangles, ...marks, sha256 });
}

async function sha256Of(file: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', file));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
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
