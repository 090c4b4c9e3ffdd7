import { ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import { type ArchiveEntry, isFile } from './entries.ts';
import { withArchive } from './open-archive.ts';
import { openPartFile, type Written } from './part-file.ts';
import { unpackToMemory } from './unpack-entry.ts';

/** More than a browser can be expected to show. */
export const MOST_MODEL_BYTES = 256 * 1024 ** 2;
/** Of an archive's files, in a message. */
const MOST_NAMES = 8;

/** `model.glb`, or the only file of the kind; the same for another kind. */
export function modelIn(entries: readonly ArchiveEntry[], kind: 'glb' | 'obj' = 'glb'): ArchiveEntry {
  const found = entries.filter((entry) => isFile(entry) && extensionOf(entry.name) === kind);
  const named = found.find(({ name }) => name === `model.${kind}`) ?? (found.length === 1 ? found[0] : undefined);
  if (named !== undefined) return named;
  const names = entries.filter(isFile).map(({ name }) => shown(name));
  const listed = `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ' …' : ''}`;
  const none = kind === 'glb' ? 'no 3D model that can be shown' : `no ${kind.toUpperCase()} file`;
  const problem = found.length === 0 ? none : `several 3D models, and none is model.${kind}`;
  throw new ReconError('unsafe_archive', `the archive has ${problem}`, {
    details: [`a model is a ${kind.toUpperCase()} file; there are: ${listed}`],
    hint: kind === 'glb' ? 'an archive that was downloaded for a 3D model' : '--only model, for the GLB file',
  });
}

/** Lower case, without the dot. */
export const extensionOf = (name: string) => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** The model of an archive, as its list and its SHA256SUMS say. */
export const readModel = (path: string, kind: 'glb' | 'obj' = 'glb'): Promise<Buffer> =>
  withArchive(path, async ({ zip, entries, checksums }) => {
    const model = modelIn(entries, kind);
    return await unpackToMemory(zip, model, MOST_MODEL_BYTES, checksums.get(model.name));
  });

/** Writes it to a file that appears under its name when it is whole. */
export async function saveModel(bytes: Uint8Array, target: string, { force }: { force: boolean }): Promise<Written> {
  const part = await openPartFile(target, 'model');
  try {
    await part.restart();
    await part.write(bytes);
    await part.keep({ replace: force });
    return part.written();
  } finally {
    await part.close({ leave: false });
  }
}
