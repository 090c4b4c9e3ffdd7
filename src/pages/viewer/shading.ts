import { BufferAttribute, Color, FrontSide, type Group, Mesh, MeshLambertMaterial, SRGBColorSpace } from 'three';
import { CLAY, type Rgb } from './colours.ts';
import type { Model } from './model.ts';

/** How the surface is coloured: as photographed, plainly, or each vertex for itself. */
export type Shading = { kind: 'texture' } | { kind: 'clay' } | { kind: 'colours'; colourOf(vertex: number): Rgb };

/** Gives a group the model's parts in this shading. */
export function showShading(group: Group, model: Model, shading: Shading): void {
  for (const old of group.children) if (old instanceof Mesh) old.material.dispose();
  group.clear();
  for (const { geometry, texture, first } of model.parts) {
    const material = new MeshLambertMaterial({ side: FrontSide });
    if (shading.kind === 'texture' && texture !== null) material.map = texture;
    else if (shading.kind === 'colours') {
      material.vertexColors = true;
      geometry.setAttribute('color', coloursFrom(geometry.getAttribute('position').count, first, shading.colourOf));
    } else material.color.setRGB(...CLAY, SRGBColorSpace);
    group.add(new Mesh(geometry, material));
  }
}

function coloursFrom(count: number, first: number, colourOf: (vertex: number) => Rgb): BufferAttribute {
  const values = new Float32Array(count * 3);
  const colour = new Color();
  for (let i = 0; i < count; i++) colour.setRGB(...colourOf(first + i), SRGBColorSpace).toArray(values, i * 3);
  return new BufferAttribute(values, 3);
}
