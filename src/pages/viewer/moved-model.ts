import { type BufferAttribute, BufferGeometry } from 'three';
import { unit } from './measure/vector.ts';
import { type Model, modelOf, type Part } from './model.ts';
import { vertexNormals } from './surface-search.ts';

/**
 * The same model with its vertices elsewhere. `isMoved` tells which of them have to be lit anew. The memory of a moved
 * model that is shown no more is used again: a slider makes hundreds of them.
 */
export function movedModel(
  model: Model,
  positions: Float32Array,
  isMoved: (vertex: number) => boolean,
  noMore?: Model,
): Model {
  const { surface } = model.measured();
  const moved = { ...surface, positions };
  const normals = vertexNormals(moved);
  const parts = model.parts.map(({ geometry, texture, first }, part): Part => {
    const count = geometry.getAttribute('position').count;
    const own = noMore?.parts[part]?.geometry ?? copyOf(geometry);
    const position = own.getAttribute('position') as BufferAttribute;
    position.copyArray(positions.subarray(first * 3, (first + count) * 3));
    const normal = own.getAttribute('normal') as BufferAttribute;
    normal.copyArray(geometry.getAttribute('normal').array);
    for (let i = 0; i < count; i++) {
      const same = surface.sameAs[first + i]! * 3;
      if (isMoved(first + i)) normal.setXYZ(i, ...unit([normals[same]!, normals[same + 1]!, normals[same + 2]!]));
    }
    position.needsUpdate = normal.needsUpdate = true;
    // It was round the places before.
    own.boundingSphere = null;
    return { geometry: own, texture, first };
  });
  // Its triangles meet where they met before.
  return modelOf({ ...model, parts, positions }, () => moved);
}

/** With places and normals of its own. */
function copyOf(geometry: BufferGeometry): BufferGeometry {
  const copy = new BufferGeometry();
  copy.setIndex(geometry.getIndex());
  const uv = geometry.getAttribute('uv');
  if (uv !== undefined) copy.setAttribute('uv', uv);
  for (const name of ['position', 'normal']) copy.setAttribute(name, geometry.getAttribute(name).clone());
  return copy;
}
