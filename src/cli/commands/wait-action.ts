import type { PatientAnswer } from '../../contract/answers.ts';
import type { Reply } from '../../core/answer.ts';
import type { Context } from '../context.ts';
import { followGeneration } from '../follow-generation.ts';
import { sayNextStep } from '../next-steps.ts';
import { fieldText } from '../output/field-text.ts';
import { typeName } from '../output/patient-columns.ts';
import { printable } from '../output/printable.ts';
import { showPatients } from '../output/show-patient.ts';
import { reconstructionType } from '../request/option-values.ts';
import { patientIds } from '../request/whom.ts';

export async function waitUntilReady(typed: string[], options: { type?: string }, context: Context): Promise<void> {
  const type = options.type === undefined ? undefined : reconstructionType(options.type);
  const ids = await patientIds(typed, {}, context);
  // If nobody is logged in, nothing is shown.
  await context.client();
  let isReady = false;
  const last = new Map<string, Reply<PatientAnswer>>();
  const onAnswer = (id: string, reply: Reply<PatientAnswer>) => void last.set(id, reply);
  try {
    const followed = { ids, expected: false, onAnswer, ...(type !== undefined && { types: [type] }) };
    const { outcome } = await followGeneration(followed, context);
    if (outcome === 'nothing')
      context.streams.say(`nothing to wait for: no ${type ?? ''} reconstruction is there`.replace('  ', ' '));
    isReady = outcome === 'ready';
  } finally {
    if (!context.signal.aborted) await showLast(ids, last, type, context);
    const [only = '', ...others] = ids;
    const reply = last.get(only);
    if (isReady && reply !== undefined && others.length === 0) await sayNextStep(only, reply, context);
  }
}

/** The last answers seen: as JSON whole, otherwise id, type and status of each reconstruction. */
async function showLast(
  ids: readonly string[],
  last: ReadonlyMap<string, Reply<PatientAnswer>>,
  type: string | undefined,
  context: Context,
): Promise<void> {
  const format = await context.outputFormat();
  const replies = ids.flatMap((id) => last.get(id) ?? []);
  if (format !== 'table') return await showPatients(replies, format, context);
  const gap = (await context.tableWidth()) === undefined ? '\t' : '  ';
  for (const { body } of replies) {
    for (const one of body?.patient?.reconstructions ?? []) {
      if (type !== undefined && typeName(one) !== type) continue;
      const cells = [fieldText(body?.patient?.id), typeName(one), fieldText(one?.status)].map(printable);
      await context.streams.write(`${cells.join(gap)}\n`);
    }
  }
}
