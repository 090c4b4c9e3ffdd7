import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SetName, ViewName } from '../../scripts/samples/camera.ts';
import type { Person } from '../../scripts/samples/people.ts';
import type { ReconstructionType, View } from '../../src/contract/reconstruction.ts';
import { type EngineInput, type EngineResult, reconstruct } from '../../src/engine/reconstruct.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import { loadModels } from '../support/models.ts';

const folder = resolve(import.meta.dirname, '../../samples');

export const TYPE_OF: Record<SetName, ReconstructionType> = { face: 'face', torso: 'mammo', body: 'body' };
const THREE: readonly ViewName[] = ['left', 'front', 'right'];
const VIEWS_OF: Record<SetName, readonly ViewName[]> = {
  face: [...THREE, 'left_45', 'right_45', 'below'],
  torso: THREE,
  body: [...THREE, 'back'],
};

export const photoOf = (person: Person, set: SetName, view: View): Uint8Array =>
  readFileSync(`${folder}/${person}/${set}/${view}.jpg`);

/** A complete request for a sample person. */
export function inputOf(person: Person, set: SetName, provider: EngineInput['provider']): EngineInput {
  const views = set === 'face' && provider !== 5 ? THREE : VIEWS_OF[set];
  const manifest = JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8'));
  return {
    type: TYPE_OF[set],
    provider,
    photos: Object.fromEntries(views.map((view) => [view, photoOf(person, set, view)])),
    measures: manifest.people[person].measures,
  };
}

const done = new Map<string, Promise<EngineResult>>();

/** The reconstruction of a sample person, made once however many tests look at it. */
export function resultOf(person: Person, set: SetName, provider: EngineInput['provider']): Promise<EngineResult> {
  const key = `${person} ${set} ${provider}`;
  const known = done.get(key) ?? reconstruct(inputOf(person, set, provider), loadModels());
  done.set(key, known);
  return known;
}

/** The parts of a GLB that tests look at. */
function partsOfGlb(glb: Uint8Array) {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const jsonLength = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonLength)));
  const offsetOf = (accessor: number): number =>
    28 + jsonLength + json.bufferViews[json.accessors[accessor].bufferView].byteOffset;
  const countOf = (accessor: number): number => json.accessors[accessor].count;
  const floats = (accessor: number, perVertex: number) =>
    Float64Array.from({ length: countOf(accessor) * perVertex }, (_, i) =>
      view.getFloat32(offsetOf(accessor) + 4 * i, true),
    );
  const { extras, primitives } = json.meshes[0];
  return { view, offsetOf, countOf, floats, extras, primitive: primitives[0] };
}

/** The mesh in a GLB, vertices as stored. */
export function meshOfGlb(glb: Uint8Array): Mesh {
  const { view, offsetOf, countOf, floats, primitive } = partsOfGlb(glb);
  const { attributes, indices } = primitive;
  return {
    positions: floats(attributes.POSITION, 3),
    // Two bytes each: no model has 65,536 vertices.
    triangles: Uint32Array.from({ length: countOf(indices) }, (_, i) =>
      view.getUint16(offsetOf(indices) + 2 * i, true),
    ),
  };
}

/** What a GLB says of what photos show, per vertex and in numbers. */
export function seenOfGlb(glb: Uint8Array): { seen: Float64Array; errorsMm: Float64Array; extras: unknown } {
  const { floats, extras, primitive } = partsOfGlb(glb);
  const { _SEEN, _ERROR } = primitive.attributes;
  return { seen: floats(_SEEN, 1), errorsMm: floats(_ERROR, 1), extras };
}
