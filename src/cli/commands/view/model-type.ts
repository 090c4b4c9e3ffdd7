import { type ReconstructionType, typeWord } from '../../../contract/reconstruction.ts';
import { shown } from '../../../core/shown.ts';
import type { ViewedArchive } from '../../../core/viewer/viewed-archive.ts';
import { ReconError } from '../../../errors.ts';

interface Told {
  /** By the record of the patient. */
  ofRecord: ReconstructionType | undefined;
  /** By `--type`. */
  typed: ReconstructionType | undefined;
  hasCatalogue: boolean;
}

/**
 * The type of the models, where anybody tells: the record or the archive, or else the command, by `--type` or by a
 * catalogue, which is of breast implants. @throws ReconError `usage` where the command says otherwise than the others
 */
export function typeOfModels(
  viewed: readonly Pick<ViewedArchive, 'model' | 'type'>[],
  { ofRecord, typed, hasCatalogue }: Told,
): ReconstructionType | undefined {
  for (const { model, type: ofArchive } of viewed) {
    const type = ofRecord ?? ofArchive;
    if (type === undefined) continue;
    const isThis = `${shown(model.label)} is a ${typeWord(type)} model`;
    if (typed !== undefined && typed !== type) throw new ReconError('usage', `--type is ${typed}, and ${isThis}`);
    if (hasCatalogue && type !== 'mammo') {
      throw new ReconError('usage', `--catalogue is for breast models, and ${isThis}`);
    }
  }
  return ofRecord ?? viewed[0]?.type ?? typed ?? (hasCatalogue ? 'mammo' : undefined);
}
