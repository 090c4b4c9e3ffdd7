import type { PatientAnswer } from '../../contract/answers.ts';
import { type Reply, stringifyExact } from '../../core/answer.ts';
import type { OutputFormat } from '../../system/output-formats.ts';
import type { Context } from '../context.ts';
import { pickFields } from './patient-columns.ts';
import { createPatientWriter } from './patient-writer.ts';
import { printableJson } from './printable.ts';

type Output = Pick<Context, 'streams' | 'theme' | 'globals'>;

/**
 * Answers about single patients to stdout. As JSON one answer is printed as it came, several as a
 * list of them; every other format knows patients only.
 */
export async function showPatients(
  replies: readonly Reply<PatientAnswer>[],
  format: OutputFormat,
  { streams, theme, globals }: Output,
): Promise<void> {
  const { fields } = globals();
  if (format === 'json') {
    const texts = replies.map((reply) => printableJson(patientJson(reply, fields)));
    await streams.write(texts.length === 1 ? `${texts[0]}\n` : `[${texts.join(',')}]\n`);
    return;
  }
  const writer = createPatientWriter(format, fields, { streams, theme });
  await writer.write(replies.map(({ body }) => body?.patient));
  await writer.end();
}

export const showPatient = (reply: Reply<PatientAnswer>, format: OutputFormat, output: Output): Promise<void> =>
  showPatients([reply], format, output);

/** The answer as it came; with `--fields` the same object with a smaller patient. */
function patientJson(reply: Reply<PatientAnswer>, fields: readonly string[] | undefined): string {
  if (fields === undefined) return reply.text.trimEnd();
  return stringifyExact({ ...reply.body, patient: pickFields(reply.body?.patient, fields) });
}
