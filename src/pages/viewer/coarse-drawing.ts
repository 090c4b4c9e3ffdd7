import { BufferAttribute, type BufferGeometry, type Group, Mesh } from 'three';
import { coarseTriangles } from './coarse-triangles.ts';

/** By the triangles that are drawn at rest; a model and its simulation have the same. */
const made = new WeakMap<BufferAttribute, BufferAttribute>();

const geometriesOf = ({ children }: Group): BufferGeometry[] =>
  children.flatMap((one) => (one instanceof Mesh ? [one.geometry as BufferGeometry] : []));

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

/** Works them out ahead, for a first picture that does not wait. */
export const prepareFewerTriangles = (group: Group): void => geometriesOf(group).forEach(fewerOf);

/** Only some of the triangles are there while `draw` runs. */
export function withFewerTriangles(group: Group, draw: () => void): void {
  const all = geometriesOf(group).map((geometry) => ({ geometry, index: geometry.getIndex() }));
  for (const { geometry } of all) geometry.setIndex(fewerOf(geometry));
  draw();
  for (const { geometry, index } of all) geometry.setIndex(index);
}
