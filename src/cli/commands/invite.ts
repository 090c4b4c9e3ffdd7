import type { CommandWords } from '../declare-command.ts';
import { typeOption, whose } from '../request/flags.ts';

export const invite: CommandWords = {
  name: 'invite',
  description: 'make a link by which a patient sends the photos',
  arguments: (command) => command.argument('[patient]', whose('who sends the photos')),
  options: (command) =>
    command
      .addOption(typeOption())
      .option('--qr', 'also draw the link as a QR code, for a phone to scan from the screen')
      .option('--open', 'also open the link in the browser of this machine')
      .option('--copy', 'also put the link on the clipboard')
      .option('--card <file.png>', 'also make a sheet to print, with the code and the link')
      .option('--language <code>', 'of page and card: en, es, pt, de, fr or ar (default: setting language)')
      .option('--message <code>', 'give a text to paste into an e-mail or chat, with the link, in this language')
      .option(
        '--here',
        'for a patient who is here: draws a code for the phone, works 30 minutes, and shows the photos as they come',
      )
      .option('--revoke', 'take back the links for photos of a type, where the service has a way to')
      .option('--yes', 'without being asked; with --revoke also where photos have arrived that are then erased'),
  examples: [
    'recon invite 7 --type face',
    'recon invite "silva, maria" --type mammo --card maria.png',
    'recon invite 7 --type face --message pt --copy',
    'recon invite 7 --type face --here',
  ],
  note: 'The link alone goes to stdout, or with --message the text with the link in it; --copy copies the same. On a terminal, where --type is left out, it asks for the kind, and then whether to make the link. With --type it makes the link at once, unless that model is ready or accepted already, a link for it is out, or the patient was typed by name. Card and text have the clinic’s name that recon config set clinic NAME keeps. With --here it ends as recon wait does: 0 once the model is ready, 9 where its generation failed; and with 3 where the link ended before photos were sent.',
  action: async () => (await import('./invite-action.ts')).makeInvitation,
};
