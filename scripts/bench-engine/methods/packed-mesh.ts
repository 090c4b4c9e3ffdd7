import { deserialize, serialize } from 'node:v8';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';

/** A mesh without texture, as it passes from a child to the bench. */
export const packMesh = ({ positions, triangles }: Mesh): Uint8Array => serialize({ positions, triangles });
export const unpackMesh = (bytes: Uint8Array): Mesh => deserialize(bytes);
