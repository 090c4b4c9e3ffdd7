import { BufferAttribute, type BufferGeometry, type Group, Mesh, type MeshLambertMaterial } from 'three';
import { coarseMaterial } from './coarse-material.ts';
import { coarseTriangles } from './coarse-triangles.ts';

/** By the triangles that are drawn at rest; a model and its simulation have the same. */
const made = new WeakMap<BufferAttribute, BufferAttribute>();

const meshesOf = ({ children }: Group) =>
  children.flatMap((one) => (one instanceof Mesh ? [one as Mesh<BufferGeometry, MeshLambertMaterial>] : []));

function fewerOf(geometry: BufferGeometry): BufferAttribute {
  const all = geometry.getIndex()!;
  const known = made.get(all);
  if (known !== undefined) return known;
  const fewer = new BufferAttribute(
    coarseTriangles({
      positions: geometry.getAttribute('position').array,
      normals: geometry.getAttribute('normal').array,
      triangles: all.array,
    }),
    1,
  );
  made.set(all, fewer);
  return fewer;
}

/** Works out what takes long, for a first picture that does not wait. */
export function prepareCoarse(group: Group): void {
  for (const { geometry, material } of meshesOf(group)) {
    fewerOf(geometry);
    coarseMaterial(material);
  }
}

/** Triangles are fewer, and lit more simply, while `draw` runs. */
export function drawnCoarsely(group: Group, draw: () => void): void {
  const fine = meshesOf(group).map((mesh) => ({ mesh, material: mesh.material, index: mesh.geometry.getIndex() }));
  for (const { mesh, material } of fine) {
    mesh.geometry.setIndex(fewerOf(mesh.geometry));
    (mesh as Mesh).material = coarseMaterial(material);
  }
  draw();
  for (const { mesh, material, index } of fine) {
    mesh.geometry.setIndex(index);
    mesh.material = material;
  }
}
