import { RECONSTRUCTION_TYPES, type ReconstructionType, typeWord } from '../../../contract/reconstruction.ts';

interface Labelled {
  id: string;
  type: ReconstructionType;
  /** The number of an after-record. */
  after?: number | string | undefined;
}

/** What a model is called on the page and on paper: never by the patient's name. */
export const labelOf = ({ id, type, after }: Labelled): string =>
  `Patient ${id}, ${typeWord(type)}${after === undefined ? '' : `, after ${after}`}`;

/** As `recon download` and an export name them. */
const DOWNLOADED = new RegExp(
  `^patient-(?<id>\\d+)-(?<type>${RECONSTRUCTION_TYPES.join('|')})(?:-after-(?<after>\\d+))?$`,
);

/** What the name of a file or folder tells of its model; else the name itself. */
export function labelOfName(name: string): string {
  const told = DOWNLOADED.exec(name)?.groups;
  return told === undefined ? name : labelOf(told as unknown as Labelled);
}
