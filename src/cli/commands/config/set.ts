import type { CommandWords } from '../../declare-command.ts';
import { addKey } from './get.ts';

export const configSet: CommandWords = {
  name: 'set',
  description: 'keep a value in the profile in use; `profile` itself names the default one',
  arguments: (command) => addKey(command).argument('<value>', 'what it is to be'),
  examples: [
    'recon config set profile rehearsal',
    'recon config set wait-timeout 1h',
    'recon config set ca-file ./clinic-ca.pem',
    'recon config set surgeon.dr-silva 7',
  ],
  note: `  base-url      address of the service; recon login --base-url URL sets it, too
  profile       which profile is used where no --profile is typed
  ca-file       a file (PEM) with more certificates to trust, such as that of the clinic’s own signer (CA)
  timeout       how long the service may be silent, such as 30s
  wait-timeout  how long to wait for 3D models, such as 30m
  quiet-period  wait after a lost answer before looking again, such as 180s
  jobs          how many patients an import or an export works on at once
  output        how the answer is written where no -o is typed
  color         auto, always or never, in one profile; NO_COLOR=1 is for all
  clinic        the clinic’s name, on the cards of recon invite and the printed pages of recon view
  language      of the cards for patients: en, es, pt, de, fr or ar
  surgeon.NAME  the id of a surgeon’s account, so that recon transfer takes NAME`,
  action: async () => (await import('./set-action.ts')).setConfig,
};
