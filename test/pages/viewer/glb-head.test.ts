import { expect, test } from 'vitest';
import { whyNotShown } from '../../../src/pages/viewer/glb-head.ts';
import { glbOf } from '../../support/glb-maker.ts';

const head = (json: unknown) => whyNotShown(glbOf(json).buffer);
const asset = { version: '2.0' };

test('a model that is not packed can be shown, and so can one that is only packed where it is not needed', () => {
  expect(head({ asset })).toBeUndefined();
  expect(head({ asset, extensionsUsed: ['KHR_mesh_quantization'] })).toBeUndefined();
  expect(head({ asset, extensionsUsed: ['EXT_meshopt_compression'] })).toBeUndefined();
});

test.each([
  [{ extensionsRequired: ['EXT_meshopt_compression'] }, 'it is packed by meshopt'],
  [{ extensionsRequired: ['KHR_mesh_quantization', 'KHR_meshopt_compression'] }, 'it is packed by meshopt'],
  [{ extensionsUsed: ['KHR_draco_mesh_compression'] }, 'it is packed by Draco'],
  [{ extensionsRequired: ['KHR_texture_basisu'] }, 'its picture is packed by Basis'],
])('what cannot be unpacked is told by its packer (%#)', (lists, beginning) => {
  expect(head({ asset, ...lists })).toMatch(new RegExp(`^${beginning}, which this page cannot unpack`));
});

test('what is no GLB, of another version, cut off or broken is told plainly', () => {
  const whole = glbOf({ asset });
  const changed = (at: number, value: number) => {
    const bytes = whole.slice();
    new DataView(bytes.buffer).setUint32(at, value, true);
    return whyNotShown(bytes.buffer);
  };
  expect(whyNotShown(new ArrayBuffer(0))).toBe('the file is no GLB');
  expect(whyNotShown(new TextEncoder().encode('no model, but text of some length').buffer)).toBe('the file is no GLB');
  expect(changed(4, 1)).toBe('it is a GLB of version 1, and only version 2 can be read');
  expect(whyNotShown(whole.slice(0, whole.length - 1).buffer)).toBe('the file is cut off');
  expect(changed(12, 4_000_000)).toBe('the file is damaged');
  expect(changed(16, 7)).toBe('the file is damaged');
  expect(changed(20, 0x7d7d7d7d)).toBe('the file is damaged');
  expect(head('text')).toBe('the file is damaged');
});
