import type { PatientAnswer } from '../../contract/answers.ts';
import { type Reply, stringifyExact } from '../../core/answer.ts';
import type { OutputFormat } from '../../system/output-formats.ts';
import type { Context } from '../context.ts';
import { pickFields } from './patient-columns.ts';
import { createPatientWriter, withAsked } from './patient-writer.ts';
import { printableJson } from './printable.ts';

/**
 * Answers about single patients to stdout. As JSON one answer is printed as it came, several as a
 * list of them; every other format knows patients only.
 */
export async function showPatients(
  replies: readonly Reply<PatientAnswer>[],
  format: OutputFormat,
  output: Context,
): Promise<void> {
  if (format === 'json') return await showPatientJson(replies, replies.length !== 1, output);
  const writer = createPatientWriter(format, output.globals().fields, output);
  await writer.write(
    replies.map(({ body }) => body?.patient),
    replies[0],
  );
  await writer.end();
}

/** The answers as they came, as a list where several were asked for, however many came. */
export async function showPatientJson(
  replies: readonly Reply<PatientAnswer>[],
  isList: boolean,
  context: Context,
): Promise<void> {
  const texts: string[] = [];
  for (const reply of replies) texts.push(printableJson(await patientJson(reply, context)));
  await context.writeJson(isList ? `[${texts.join(',')}]\n` : `${texts[0]}\n`);
}

/** The answer as it came; with `--fields` the same object with a smaller patient. */
async function patientJson(reply: Reply<PatientAnswer>, context: Context): Promise<string> {
  const { fields } = context.globals();
  if (fields === undefined) return reply.text.trimEnd();
  const [patient] = await withAsked([reply.body?.patient], fields, context);
  return stringifyExact({ ...reply.body, patient: pickFields(patient, fields) });
}
