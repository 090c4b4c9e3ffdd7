import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  FrontSide,
  type Group,
  Mesh,
  MeshLambertMaterial,
  SRGBColorSpace,
} from 'three';
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
      paint(geometry, first, shading.colourOf);
    } else material.color.setRGB(...CLAY, SRGBColorSpace);
    group.add(new Mesh(geometry, material));
  }
}

/** The memory of earlier colours is used again. */
function paint(geometry: BufferGeometry, first: number, colourOf: (vertex: number) => Rgb): void {
  const { count } = geometry.getAttribute('position');
  if (!geometry.hasAttribute('color'))
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(count * 3), 3));
  const colours = geometry.getAttribute('color');
  const colour = new Color();
  for (let i = 0; i < count; i++) colour.setRGB(...colourOf(first + i), SRGBColorSpace).toArray(colours.array, i * 3);
  colours.needsUpdate = true;
}
