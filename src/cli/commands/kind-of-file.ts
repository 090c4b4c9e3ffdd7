import { extname } from 'node:path';
import { shown } from '../../core/shown.ts';
import { type Advice, ReconError } from '../../errors.ts';

/** A part of the archive, and the ending of its file. */
export const ENDINGS = { model: 'glb', stl: 'stl', obj: 'obj' } as const;
export type ModelPart = keyof typeof ENDINGS;

/** What nobody calls an archive, and would send on as what its name says. */
const DRAWN = ['.png', '.jpg', '.jpeg'];
const PICTURES = [...DRAWN, '.webp', '.gif', '.heic', '.tif', '.tiff', '.svg', '.pdf'];
const MODELS = ['.obj', '.glb', '.gltf', '.stl', '.ply', '.mtl'];

/** @throws ReconError `usage`: all photos of a patient in a file that looks like one picture would get into a letter */
export function refuseOtherKind(to: string | undefined, patient = 'PATIENT'): void {
  const ending = extname(to ?? '').toLowerCase();
  if (to === undefined || ![...PICTURES, ...MODELS].includes(ending)) return;
  const message = `--to ${shown(to)}: what is saved is an archive (.zip), with the model and the photos of the patient`;
  throw new ReconError('usage', message, { hint: lineFor(to, ending, patient) });
}

const partOf = (ending: string) => (Object.keys(ENDINGS) as ModelPart[]).find((one) => `.${ENDINGS[one]}` === ending);

/** The line that saves what the name of a file says. */
function lineFor(to: string, ending: string, patient: string): Advice {
  if (ending === '.zip') return { command: ['download', patient, '--to', to], because: 'for the archive' };
  const part = partOf(ending);
  if (part !== undefined)
    return { command: ['download', patient, '--only', part, '--to', to], because: 'for the model alone' };
  if (MODELS.includes(ending))
    return { command: ['download', patient, '--extract', 'FOLDER'], because: 'for the files of the model one by one' };
  const file = DRAWN.includes(ending) ? to : 'FILE.png';
  return { command: ['view', patient, '--picture', file], because: 'for a picture of the model' };
}

/** @throws ReconError `usage` for a name that says another kind than the file is of */
export function refuseNoModel(part: ModelPart, to: string | undefined, patient = 'PATIENT'): void {
  const ending = extname(to ?? '').toLowerCase();
  const own = ENDINGS[part];
  if (to === undefined || !['.zip', ...PICTURES, ...MODELS].includes(ending) || ending === `.${own}`) return;
  throw new ReconError('usage', `--to ${shown(to)}: with --only ${part} it is ${kindText(own)} (.${own})`, {
    hint: lineFor(to, ending, patient),
  });
}

const kindText = (ending: string) => `${ending === 'glb' ? 'a' : 'an'} ${ending.toUpperCase()} file`;
