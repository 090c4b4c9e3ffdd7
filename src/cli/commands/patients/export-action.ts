import { idText } from '../../../core/answer.ts';
import { type Exported, exportPatients, type Foreseen, foreseeExport } from '../../../core/export/export.ts';
import { archivePath } from '../../../core/export/plan.ts';
import { type Line, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { numberAndName } from '../../output/patient-line.ts';
import { printableJson } from '../../output/printable.ts';
import { askForExportFolder } from '../../request/ask-path.ts';
import { listedIds } from '../../request/listed-ids.ts';
import { jobsOf, reconstructionType } from '../../request/option-values.ts';
import { warnOfChanged } from './export-changed.ts';
import { AGAIN, archiveName, exportFailure } from './export-failure.ts';
import { csv, NDJSON, xlsx } from './export-formats.ts';
import { showExportProgress } from './export-progress.ts';

export interface ExportOptions {
  to?: string;
  name?: string;
  email?: string;
  id?: string[];
  type?: string[];
  archives: boolean;
  moved?: boolean;
  removeGone?: boolean;
  jobs?: string;
}

export async function exportToFolder(options: ExportOptions, context: Context): Promise<void> {
  const { clock, signal } = context;
  const { name, email } = options;
  if (options.to === '') throw new ReconError('usage', '--to is empty', { hint: '--to FOLDER' });
  const ids = options.id && (await listedIds(options.id, context));
  const types = options.type?.map((type) => reconstructionType(type));
  if (!options.archives && types !== undefined) {
    throw new ReconError('usage', '--no-archives and --type exclude each other');
  }
  const isFiltered = name !== undefined || email !== undefined;
  if (options.removeGone && isFiltered) {
    throw new ReconError('usage', '--remove-gone goes with no --name or --email', {
      details: ['who is left out by them is not gone'],
    });
  }
  if (options.removeGone && options.moved) {
    throw new ReconError('usage', '--remove-gone goes with no --moved', {
      details: ['the first export from a new address removes nothing; later ones need no --moved'],
    });
  }
  const jobs = await jobsOf(options.jobs, context);
  const to = await folderOf(options, context);
  const format = await context.outputFormat();
  const { baseUrl } = await (await context.configuration()).connection();
  const filters = { ...(name !== undefined && { name }), ...(email !== undefined && { email }), ...(ids && { ids }) };
  const archives = options.archives ? { types } : undefined;
  const isMoved = options.moved === true;
  const asked = { isFiltered, ids, removesGone: options.removeGone === true };
  if (context.globals().dryRun) {
    const request = { to, service: baseUrl, isMoved, filters, archives, removeGone: asked.removesGone };
    return await tellForeseen(request, asked, context);
  }
  const progress = await showExportProgress(context);
  const client = await context.client();
  const fetchPhoto = async (url: string) => await client.fetchPicture(url, await context.withoutToken());
  const exported = await exportPatients(
    client,
    {
      to,
      service: baseUrl,
      isMoved,
      filters,
      formats: [NDJSON, csv(), ...(format === 'xlsx' ? [xlsx(baseUrl, context)] : [])],
      removeGone: asked.removesGone,
      archives,
      printableJson,
    },
    { clock, signal, jobs, fetchPhoto, ...progress.hooks },
  ).finally(progress.stop);
  await tell(exported, asked, context);
}

async function folderOf({ to }: ExportOptions, context: Context): Promise<string> {
  if (to !== undefined) return to;
  if (!context.mayAsk())
    throw new ReconError('usage', '--to is missing', { hint: { command: ['patients', 'export', '--to', 'FOLDER'] } });
  const day = new Date(context.clock.now()).toLocaleDateString('sv');
  return await askForExportFolder(await context.prompt(), `recon-export-${day}`);
}

interface Asked {
  /** By a name or an address. */
  isFiltered: boolean;
  ids: readonly string[] | undefined;
  removesGone: boolean;
}

/** More are in the manifest. */
const UNLISTED_NAMED = 5;

/** `2 archives`; `5 files`, where some are photos */
const filesText = (names: readonly string[]) =>
  `${names.length} ${names.every((name) => name.endsWith('.zip')) ? 'archive' : 'file'}${names.length === 1 ? '' : 's'}`;

/** Archives that stay although their patients are not in the list. */
function unlistedText(
  { path, gone }: Pick<Exported, 'path' | 'gone'>,
  { isFiltered, ids = [], removesGone }: Asked,
): Line {
  const isOne = gone.unlisted.length === 1;
  const archives = filesText(gone.unlisted);
  const whose = isOne ? 'a patient who is' : 'patients who are';
  const stay = isOne ? 'it stays' : 'they stay';
  const more = gone.unlisted.length - UNLISTED_NAMED;
  const named = `${gone.unlisted.slice(0, UNLISTED_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  if (isFiltered) return `${archives} of an earlier export: of ${whose} not found by these filters any more; ${stay}`;
  const text = `${archives} of an earlier export: of ${whose} not in the list any more (${named}); ${stay}`;
  if (!removesGone) {
    const before = `${text}; to see which of them are of patients who were deleted or transferred`;
    const because = 'without --dry-run it removes these';
    const chosen = ids.flatMap((id) => ['--id', id]);
    return { before, command: ['patients', 'export', '--to', path, ...chosen, '--remove-gone', '--dry-run'], because };
  }
  if (!gone.isNobodyListed) return `${text}: the service does not say that the patients are gone`;
  return `${text}: nobody whose archive lies in ${path} is in the list, so this may be another account; if all were deleted, delete ${path}/archives`;
}

/** A dry run names so many archives to fetch, and to remove, as that of an import does. */
const FORESEEN = 40;

async function tellForeseen(request: ForeseenRequest, asked: Asked, context: Context): Promise<void> {
  const { streams, signal } = context;
  const foreseen = await foreseeExport(await context.client(), request, { signal });
  const { fetched, missing, gone } = foreseen;
  const tellEach = (lines: readonly string[]) => {
    for (const line of lines.slice(0, FORESEEN)) streams.say(`dry run: ${line}`);
    if (lines.length > FORESEEN) streams.say(`dry run: and ${lines.length - FORESEEN} more`);
  };
  tellEach(fetched.map((one) => `would fetch ${archiveName(one)} of patient ${one.patientId}`));
  tellEach(gone.removed.map((name) => `would remove ${name}`));
  for (const name of gone.changed) {
    streams.warn(
      `dry run: ${name} would stay: its patient is not there any more, and the file is not as it was exported`,
    );
  }
  if (gone.unlisted.length > 0) streams.say(unlistedText(foreseen, asked));
  streams.note(foreseenSummary(foreseen, request, whoAre(foreseen, streams)));
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson')
    await context.writeJson(`${printableJson(JSON.stringify(foreseenFacts(foreseen)))}\n`);
  if (missing.length === 0) return;
  const are = missing.length === 1 ? '1 patient is' : `${missing.length} patients are`;
  throw new ReconError('partly_failed', `dry run: ${are} not there`, { details: [`not found: ${missing.join(', ')}`] });
}

type ForeseenRequest = Parameters<typeof foreseeExport>[1];

function foreseenSummary(
  { patients, fetched, kept, gone }: Foreseen,
  { to, archives, removeGone }: ForeseenRequest,
  who: string,
): string {
  const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;
  const archivesKept = kept.filter(({ view }) => view === undefined).length;
  const there = archivesKept === 0 ? '' : ` (${archivesKept} more ${archivesKept === 1 ? 'is' : 'are'} there already)`;
  const photos = fetched.filter(({ view }) => view !== undefined).length;
  const ofFailed = photos === 0 ? '' : ` and ${count(photos, 'photo')} of models that failed`;
  const afters = fetched.filter(({ after }) => after !== undefined).length;
  const ofAfters = afters === 0 ? '' : `, ${afters} of them of ${afters === 1 ? 'an after-record' : 'after-records'},`;
  const saved =
    archives === undefined ? '' : ` and ${count(fetched.length - photos, 'archive')}${ofAfters}${there}${ofFailed}`;
  const records = /, /.test(who) ? `${count(patients, 'record')} (${who})` : count(patients, 'record');
  const removed =
    gone.removed.length === 0
      ? ', and remove nothing'
      : `, and remove ${filesText(gone.removed)} of patients who are gone`;
  return `dry run: would save ${records}${saved} in ${to}${removeGone ? removed : ''}; nothing was saved${removeGone ? ' or removed' : ''}`;
}

const foreseenFacts = ({ path, patients, fetched, kept, gone, change }: Foreseen) => ({
  dry_run: true,
  folder: path,
  patients,
  archives: {
    to_fetch: fetched.map(archivePath),
    there_already: kept.map(archivePath),
    to_remove: gone.removed,
    unlisted: gone.unlisted,
  },
  changed_while_reading: change ?? null,
});

/** Sentences to stderr, the folder alone to stdout. @throws what ended it, or `partly_failed` */
async function tell(exported: Exported, asked: Asked, context: Context): Promise<void> {
  const { streams } = context;
  const { path, change, stopped, counts, gone } = exported;
  streams.say(summary(exported, whoAre(exported, streams)));
  warnOfChanged(exported, context);
  for (const name of gone.removed) streams.say(`removed ${name}`);
  for (const name of gone.changed) {
    streams.warn(`${path}/${name} stays: its patient is not there any more, and the file is not as it was exported`);
  }
  if (gone.unlisted.length > 0) streams.note(unlistedText(exported, asked));
  if (change !== undefined) {
    streams.warn(`the list changed each time it was read, so a patient may be missing: ${change}`);
  }
  if (stopped !== undefined && !(stopped instanceof ReconError)) throw stopped;
  if (stopped !== undefined && stopped.code !== 'partly_failed') {
    const saved = counts.saved === 1 ? '1 archive is saved' : `${counts.saved} archives are saved`;
    const rest = `${saved}, ${counts.not_tried} ${counts.not_tried === 1 ? 'is' : 'are'} not saved yet`;
    throw stopped.with({ details: [...stopped.details, rest], hint: stopped.hint ?? AGAIN });
  }
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson')
    await context.writeJson(`${printableJson(JSON.stringify(facts(exported)))}\n`);
  else await streams.answer(path);
  const failure = exportFailure(exported, asked);
  if (failure !== undefined) throw failure;
}

/** The interface shows no other views than these. */
const photosText = (count: number) =>
  count === 1 ? '1 photo is saved' : `${count} photos are saved (left, front and right)`;

/** `2 patients`; of a few, who they are for a person who reads it: `patient 7, Ana Sample`. A log of a script has no names. */
function whoAre({ patients, first }: Pick<Exported, 'patients' | 'first'>, streams: Context['streams']): string {
  const isNamed = streams.stderrIsTty() && first.length === patients;
  if (!isNamed || patients === 0) return patients === 1 ? '1 patient' : `${patients} patients`;
  return first.map((one) => numberAndName(idText(one?.id) ?? '', one)).join('; ');
}

function summary({ counts, kept, gone, ofAfters, ofEarlier, photos }: Exported, who: string): string {
  const archives = counts.saved === 1 ? '1 archive' : `${counts.saved} archives`;
  return [
    who,
    kept === 0 ? archives : `${archives} (${kept === counts.saved ? 'nothing new' : `${kept} of them there already`})`,
    ...(ofAfters > 0 ? [`${ofAfters} of them of ${ofAfters === 1 ? 'an after-record' : 'after-records'}`] : []),
    ...(ofEarlier > 0 ? [`${ofEarlier} of them an earlier model, its newest photos gave none`] : []),
    ...(counts.not_ready > 0 ? [`${counts.not_ready} not ready`] : []),
    ...(counts.no_model > 0
      ? [
          `${counts.no_model} not there, since ${counts.no_model === 1 ? 'its generation' : 'their generations'} failed: ${photos === 0 ? 'the photos are not saved' : photosText(photos)}`,
        ]
      : []),
    ...(counts.unknown_type > 0 ? [`${counts.unknown_type} of a type that cannot be downloaded`] : []),
    ...(counts.earlier > 0 ? [`${counts.earlier} of an earlier export`] : []),
    ...(gone.removed.length > 0 ? [`${gone.removed.length} removed, of patients who are not there any more`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.not_tried > 0 ? [`${counts.not_tried} not saved yet`] : []),
  ].join(' · ');
}

const facts = ({ path, patients, counts, kept, repaired, photos, gone, change }: Exported) => ({
  folder: path,
  patients,
  photos,
  archives: {
    ...counts,
    kept,
    repaired: repaired.length,
    removed: gone.removed.length,
    unlisted: gone.unlisted.length,
  },
  changed_while_reading: change ?? null,
});
