import type { CommandWords } from '../declare-command.ts';
import { typeOption, whose } from '../request/flags.ts';

export const invite: CommandWords = {
  name: 'invite',
  description: 'make a link where a patient sends the photos',
  arguments: (command) => command.argument('<patient>', whose('who sends the photos')),
  options: (command) => command.addOption(typeOption().makeOptionMandatory()),
  examples: ['recon invite 7 --type face', 'recon invite "silva, maria" --type mammo'],
  action: async () => (await import('./invite-action.ts')).makeInvitation,
};
