import type { CommandWords } from '../declare-command.ts';

export const resume: CommandWords = {
  name: 'resume',
  description: 'finish changes that were interrupted',
  arguments: (command) => command.argument('[entry]', 'one open change, by its name, which --list shows'),
  options: (command) =>
    command
      .option('--list', 'show what is open at any service, change nothing')
      .option('--adopt <id>', 'the change was made: for a create, as this patient, by id or name')
      .option('--recreate', 'the change was not made: send it again')
      .option(
        '--forget',
        'drop it and what is kept of it; without ENTRY all of the --profile or --base-url that is typed',
      )
      .option('--yes', 'do not ask before all of a service is dropped'),
  examples: ['recon resume', 'recon resume --list', 'recon resume k7mq2xwd --adopt 17'],
  action: async () => (await import('./resume-action.ts')).resumeChanges,
};
