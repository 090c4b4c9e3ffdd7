import type { PatientAnswer } from '../../../contract/answers.ts';
import { idText, type Reply } from '../../../core/answer.ts';
import { hasPhone, LEAST_PART_DIGITS } from '../../../core/phone.ts';
import { type Advice, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { createPatientWriter, templateOf } from '../../output/patient-writer.ts';
import { refuseWithoutTerminal } from '../../output/refuse-without-terminal.ts';
import { showPatientJson } from '../../output/show-patient.ts';
import { asOnePhone, keepAsLast, patientIds } from '../../request/whom.ts';

export interface GetOptions {
  watch?: boolean;
  preview?: boolean;
  template?: string;
}

export async function getPatients(typed: string[], options: GetOptions, context: Context): Promise<void> {
  const { watch = false, preview = false } = options;
  if (watch && preview) throw new ReconError('usage', '--watch and --preview exclude each other');
  if (watch || preview) await refuseWithoutTerminal(watch ? '--watch' : '--preview', context);
  const template = await templateOf(options.template, context);
  const ids = await patientIds(typed, {}, context);
  const format = await context.outputFormat();
  const { fields } = context.globals();
  const client = await context.client();
  const isPage = format === 'table' && fields === undefined && template === undefined;
  const isJson = format === 'json' && template === undefined;
  if (watch) return await watchCards(ids, context);
  const writer = template ?? createPatientWriter(format, fields, context);
  const found: Reply<PatientAnswer>[] = [];
  const absent = new Map<string, ReconError>();
  for (const id of ids) {
    const reply = await client.getPatient(id).catch((error) => {
      if (!(error instanceof ReconError) || error.code !== 'not_found') throw error;
      absent.set(id, error);
    });
    if (reply === undefined) continue;
    found.push(reply);
    await keepAsLast(id, context);
    // A list of JSON is written as a whole; every other format is shown as it comes.
    const lines = isPage ? await showRecord(reply, context) : 0;
    if (!isPage && !isJson) await writer.write([reply.body?.patient], reply);
    if (preview) await (await import('../../preview.ts')).showPreview(reply, undefined, context, lines);
    if (context.streams.stdoutClosed()) return;
  }
  if (isJson && found.length > 0) await showPatientJson(found, ids.length > 1, context);
  else if (found.length > 0) await writer.end();
  if (absent.size > 0) throw await asMayBePhone(notFound(ids, absent, asOnePhone(typed, context)), ids, context);
}

async function watchCards(ids: readonly string[], context: Context): Promise<void> {
  const { streams } = context;
  const client = await context.client();
  const [{ watchScreen }, { cardOf }, { failureReasons }] = await Promise.all([
    import('../../watch-screen.ts'),
    import('../../card.ts'),
    import('../../../core/failure-reason.ts'),
  ]);
  const reasonsOf = failureReasons(client, context.clock);
  await watchScreen(async () => {
    const cards: string[] = [];
    const states: unknown[] = [];
    for (const id of ids) {
      const reply = await client.getPatient(id);
      cards.push(await cardOf(reply, { width: streams.columns(), reasonsOf }, context));
      states.push(reply.body);
    }
    return { text: cards.join('\n'), state: JSON.stringify(states) };
  }, context);
}

/** `phone`: the line for those who meant one number. */
function notFound(
  ids: readonly string[],
  absent: ReadonlyMap<string, ReconError>,
  phone: Advice | undefined,
): ReconError {
  const [first] = absent.values();
  if (ids.length === 1) return first!;
  const code = absent.size === ids.length ? 'not_found' : 'partly_failed';
  const count = `${absent.size} of ${ids.length} patients ${absent.size === 1 ? 'is' : 'are'}`;
  return new ReconError(code, `${count} not there: ${[...absent.keys()].join(', ')}`, {
    hint: (code === 'not_found' ? phone : undefined) ?? { command: ['patients', 'list'] },
    cause: first,
  });
}

/** Digits alone are an id. Where nobody has it, whose phone number they may be is told, and never guessed. */
async function asMayBePhone(error: ReconError, [id, ...others]: readonly string[], context: Context) {
  if (id === undefined || others.length > 0 || id.length < LEAST_PART_DIGITS) return error;
  const list = { before: 'where it is a phone number', command: ['list', id] };
  // For a script nobody reads a whole list.
  if (!context.streams.stderrIsTty()) return error.with({ hint: list });
  const { readShown } = await import('../../request/find-patients.ts');
  const all = await readShown({}, context).catch(() => undefined);
  const found = all?.filter((one) => hasPhone(id)(one?.phone)) ?? [];
  const only = found.length === 1 ? idText(found[0]?.id) : undefined;
  if (only !== undefined) {
    const command = ['show', only];
    // The details speak of a patient who is gone.
    return error.with({
      details: [],
      hint: { before: 'digits alone are an id; the patient with this phone number', command },
    });
  }
  return found.length === 0 ? error : error.with({ hint: list });
}

/** As a card where tables are drawn; otherwise one `name<tab>value` per line. Returns the number of lines. */
async function showRecord(reply: Reply<PatientAnswer>, context: Context): Promise<number> {
  const width = await context.tableWidth();
  if (width !== undefined) {
    const [{ cardOf }, { failureReasons }] = await Promise.all([
      import('../../card.ts'),
      import('../../../core/failure-reason.ts'),
    ]);
    const reasonsOf = failureReasons(await context.client(), context.clock);
    const card = await cardOf(reply, { width, reasonsOf }, context);
    await context.streams.write(card);
    return card.split('\n').length - 1;
  }
  const { flatLines } = await import('../../output/flat-lines.ts');
  const lines = flatLines(reply.body?.patient);
  await context.streams.write(lines.join(''));
  return lines.length;
}
