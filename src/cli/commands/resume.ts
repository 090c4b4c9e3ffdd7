import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addExamples } from '../examples.ts';
import type { ResumeOptions } from './resume/resume.ts';

export function addResume(parent: Command, context: Context): void {
  const command = parent
    .command('resume')
    .argument('[entry]', 'one open change, by the name that the interrupted command gave it')
    .description('finish what an interruption left open');
  declareOnUse(command, () => {
    command
      .option('--list', 'show what is open at any service, change nothing')
      .option('--adopt <id>', 'the change was made: for a create, as this patient')
      .option('--recreate', 'the change was not made: send it again')
      .option(
        '--forget',
        'drop it and what is kept of it; without ENTRY all of the --profile or --base-url that is typed',
      )
      .option('--yes', 'do not ask before all of a service is dropped')
      .action(async (entry: string | undefined, options: ResumeOptions) => {
        const { resume } = await import('./resume/resume.ts');
        await resume(entry, options, context);
      });
    addExamples(command, 'recon resume', 'recon resume --list', 'recon resume k7mq2xwd --adopt 17');
  });
}
