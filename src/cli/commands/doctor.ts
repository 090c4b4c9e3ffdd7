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
  note: `With --data, --database or RECON_SERVE_DATABASE it looks at that service alone: at its data, not whether it runs. That it does not run is wrong only where generations wait. Whether it answers: recon doctor --base-url URL

Without them it looks at the settings and the login of this user, and at the service on this machine, if there is one; with --profile or --base-url at that service alone. A recon service on another machine tells how it stands only to a token of the scope admin. Whoever watches it from there needs one: recon accounts tokens add NAME --label doctor --scope admin. A front desk needs none: with its token the inside of the service is skipped, and the exit code is 7, as nothing is known of it.

Without --files it tells only of lost files that the service has noticed: at once where somebody asked for the file, else within an hour. To find all of them, run it with --files now and then, such as once a week. Each run sees which files are back.

--files reads files only on the machine of the service. Elsewhere they are skipped, and the exit code is 7, as not all was done that was asked for.

Models of patients that failed in the last 7 days are a warning: no fault of the service, and new photos mend it. A warning alone leaves the exit code at 0.

With -q it prints only what is wrong, warnings, and what it should have looked at and could not: nothing where all is well, and with --json an empty list. The exit code is 7 where it prints anything but warnings.`,
  action: async () => (await import('./doctor-action.ts')).runDoctor,
};
