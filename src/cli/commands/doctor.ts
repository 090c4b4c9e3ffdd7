import type { CommandWords } from '../declare-command.ts';
import { addPlaceFlags } from './service-places.ts';

export const doctor: CommandWords = {
  name: 'doctor',
  description: 'look for what is wrong, and tell what to do',
  options: (command) =>
    addPlaceFlags(
      command
        .option('--files', 'also read every file of the service and its whole audit, which takes long')
        .option('--trial', 'also make a 3D model of the photos that come with recon, which takes ten seconds'),
    ),
  examples: ['recon doctor', 'recon doctor --files --trial --data /var/lib/recon/data'],
  note: `With --data, --database or RECON_SERVE_DATABASE it looks at that service alone. Without, at what this user types recon with, and at the service on this machine if there is one. A recon service elsewhere tells how it stands to a token of the scope admin; with another token its inside is skipped, and the end is 7: nothing is known of it.

Of a file that was lost, it knows without --files what the service itself has noticed: at once where the file was asked for, else within an hour. So a service runs --files now and then, such as once a week. A file that is back is seen by each look.

--files looks at files only on the machine of the service. Elsewhere they are skipped, and the end is 7: what was asked for was not done.

With -q only what is wrong, or was to be looked at and was not, is printed, in every format: nothing where all is well, and with --json an empty list. It ends with 7 where anything of that kind is found.`,
  action: async () => (await import('./doctor-action.ts')).runDoctor,
};
