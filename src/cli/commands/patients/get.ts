import type { Command } from 'commander';
import type { PatientAnswer } from '../../../contract/answers.ts';
import type { Reply } from '../../../core/answer.ts';
import type { Context } from '../../context.ts';
import { addExamples } from '../../examples.ts';

export function addPatientsGet(parent: Command, context: Context): void {
  const command = parent
    .command('get')
    .argument('<id...>', 'patients to show')
    .description('show a patient with reconstructions and simulations')
    .action((ids: string[]) => getPatients(ids, context));
  addExamples(command, 'recon patients get 7', 'recon patients get 7 --json');
}

async function getPatients(typed: string[], context: Context): Promise<void> {
  const { checkedIds } = await import('../change-each.ts');
  const { showPatients } = await import('../../output/show-patient.ts');
  const ids = checkedIds(typed);
  const format = await context.outputFormat();
  const client = await context.client();
  const replies: Reply<PatientAnswer>[] = [];
  for (const id of ids) {
    const reply = await client.getPatient(id);
    // A list of JSON is whole or not there; every other format is shown as it comes.
    if (format === 'json') replies.push(reply);
    else if (format === 'table' && context.globals().fields === undefined) await showRecord(reply, context);
    else await showPatients([reply], format, context);
    if (context.streams.stdoutClosed()) return;
  }
  if (format === 'json') await showPatients(replies, format, context);
}

/** On a terminal as a page; in a pipe one `name<tab>value` per line. */
async function showRecord({ body }: Reply<PatientAnswer>, { streams, theme }: Context): Promise<void> {
  if (streams.stdoutIsTty()) {
    const { patientPage } = await import('../../output/patient-page.ts');
    const { loadTextWidth } = await import('../../io/text-width.ts');
    const textWidth = await loadTextWidth([JSON.stringify(body?.patient) ?? '']);
    const paper = { width: streams.columns(), textWidth, theme: await theme('stdout') };
    return await streams.write(patientPage(body?.patient, paper));
  }
  const { flatLines } = await import('../../output/flat-lines.ts');
  await streams.write(flatLines(body?.patient).join(''));
}
