import { GLTF, GLTF_VERSION, HEAD_BYTES, JSON_CHUNK } from '../../contract/glb-head.ts';

export const DAMAGED = 'the file is damaged';

/** What a file may be packed by, and who could unpack it. */
const PACKED: readonly { name: RegExp; list: 'extensionsUsed' | 'extensionsRequired'; by: string }[] = [
  { name: /^KHR_draco_mesh_compression$/, list: 'extensionsUsed', by: 'it is packed by Draco' },
  { name: /^(EXT|KHR)_meshopt_compression$/, list: 'extensionsRequired', by: 'it is packed by meshopt' },
  { name: /^KHR_texture_basisu$/, list: 'extensionsRequired', by: 'its picture is packed by Basis' },
];

/** Why a file cannot be shown, as far as its head tells. */
export function whyNotShown(file: ArrayBuffer): string | undefined {
  const head = new DataView(file);
  if (file.byteLength < HEAD_BYTES || head.getUint32(0, true) !== GLTF) return 'the file is no GLB';
  const version = head.getUint32(4, true);
  if (version !== GLTF_VERSION)
    return `it is a GLB of version ${version}, and only version ${GLTF_VERSION} can be read`;
  if (head.getUint32(8, true) > file.byteLength) return 'the file is cut off';
  const jsonBytes = head.getUint32(12, true);
  if (head.getUint32(16, true) !== JSON_CHUNK || HEAD_BYTES + jsonBytes > file.byteLength) return DAMAGED;
  const about = parsed(new TextDecoder().decode(new Uint8Array(file, HEAD_BYTES, jsonBytes)));
  if (about === undefined) return DAMAGED;
  const packed = PACKED.find(({ name, list }) => {
    const names = about[list];
    return Array.isArray(names) && names.some((one) => name.test(String(one)));
  });
  return packed && `${packed.by}, which this page cannot unpack; a model that is not packed can be shown`;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
