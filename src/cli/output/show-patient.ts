import type { PatientAnswer } from '../../contract/answers.ts';
import { type Reply, stringifyExact } from '../../core/answer.ts';
import type { OutputFormat } from '../../system/output-formats.ts';
import type { Context } from '../context.ts';
import { pickFields } from './patient-columns.ts';
import { createPatientWriter } from './patient-writer.ts';
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
  { writeJson, globals }: Pick<Context, 'writeJson' | 'globals'>,
): Promise<void> {
  const texts = replies.map((reply) => printableJson(patientJson(reply, globals().fields)));
  await writeJson(isList ? `[${texts.join(',')}]\n` : `${texts[0]}\n`);
}

/** The answer as it came; with `--fields` the same object with a smaller patient. */
function patientJson(reply: Reply<PatientAnswer>, fields: readonly string[] | undefined): string {
  if (fields === undefined) return reply.text.trimEnd();
  return stringifyExact({ ...reply.body, patient: pickFields(reply.body?.patient, fields) });
}
