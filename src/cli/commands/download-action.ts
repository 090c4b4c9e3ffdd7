import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join, posix, sep } from 'node:path';
import { type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import { readModel, saveModel } from '../../core/archive/model-file.ts';
import { filesIn } from '../../core/archive/open-archive.ts';
import type { Stl } from '../../core/archive/stl.ts';
import { onDisk } from '../../core/disk-failure.ts';
import { type Downloaded, downloadArchive, refuseTarget } from '../../core/download.ts';
import { extractArchive, wouldReplaceFolder } from '../../core/extract.ts';
import { requireRoute } from '../../core/own-routes.ts';
import { viewOfName } from '../../core/photo-folder.ts';
import { makeScratch } from '../../core/scratch.ts';
import { shown } from '../../core/shown.ts';
import { hasCode, ReconError } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { shellLine } from '../../system/line-text.ts';
import { makeFolders } from '../../system/make-folders.ts';
import type { Context } from '../context.ts';
import { doubtsOf } from '../output/model-doubts.ts';
import { printableJson } from '../output/printable.ts';
import { refuseWithoutTerminal } from '../output/refuse-without-terminal.ts';
import { ownType, typedType } from '../request/ask-type.ts';
import { positiveInteger } from '../request/option-values.ts';
import { requireAfter } from '../request/require-after.ts';
import { patientId } from '../request/whom.ts';
import { tellingOfModel } from './download-refusal.ts';
import { ENDINGS, type ModelPart, refuseNoModel, refuseOtherKind } from './kind-of-file.ts';
import { isArchive } from './view/is-archive.ts';

export interface DownloadOptions {
  type?: string;
  after?: string;
  to?: string;
  only?: ModelPart;
  extract?: string;
  force?: boolean;
  preview?: boolean;
}

export async function downloadModel(
  typed: string | undefined,
  options: DownloadOptions,
  context: Context,
): Promise<void> {
  const { streams } = context;
  const given = typedType(options.type, typed, context);
  const { to, only, extract, force = false } = options;
  const after = positiveInteger('--after', options.after);
  refuseContradiction(options, context);
  if (only === undefined) refuseOtherKind(to, typed);
  else refuseNoModel(only, to, typed);
  await refuseUnclear(to, only === undefined ? 'zip' : ENDINGS[only]);
  if (options.preview === true) {
    if (after !== undefined) throw new ReconError('usage', '--preview and --after exclude each other');
    await refuseWithoutTerminal('--preview', context);
  }
  const id = await patientId(typed, { having: given, beside: given && { line: ['--type', given] } }, context);
  const record = after === undefined ? undefined : await (await context.client()).getPatient(id);
  if (record !== undefined) requireRoute(record, 'after-archive');
  const type = given ?? (await typeToDownload(id, context));
  if (record !== undefined && after !== undefined) requireAfter(record, 'download', { id, type, after });
  const name = after === undefined ? `patient-${id}-${type}` : `patient-${id}-${type}-after-${after}`;
  if (context.globals().dryRun) {
    return streams.say(
      `dry run: would save the ${typeWord(type)} ${only ?? 'archive'} of patient ${id}${to === '-' ? ' to stdout' : ''}`,
    );
  }
  if (streams.stderrIsTty() && after === undefined) await warnOfDoubts(id, type, context);
  const isKept = only === undefined && to !== '-' && (to !== undefined || extract === undefined);
  const modelPath = only !== undefined && to !== '-' ? await targetPath(to, `${name}.${ENDINGS[only]}`) : undefined;
  if (modelPath !== undefined) await refuseTarget(modelPath, force);
  // It throws where nothing may be unpacked to.
  if (extract !== undefined) await wouldReplaceFolder(extract, force);
  const scratch = isKept ? undefined : await makeScratch(tmpdir(), 'download');
  try {
    const target = scratch === undefined ? await targetPath(to, `${name}.zip`) : join(scratch.path, `${name}.zip`);
    const request = { id, type, target, force, resumable: isKept, ...(after !== undefined && { after }) };
    const saved = await fetchArchive(request, context).catch(async (error) => {
      const told = after === undefined ? await tellingOfModel(error, request, context) : error;
      throw isKept && extract !== undefined ? sayingNoZipIsNeeded(told, target) : told;
    });
    if (only !== undefined) {
      await giveModel(await readPart(saved.path, only), modelPath, force, context);
      return await previewIfWanted(options, id, type, context);
    }
    if (to === '-') return await copyToStdout(saved, context);
    const photos = photosAmong(await filesIn(saved.path));
    const folder = extract === undefined ? undefined : await unpack({ ...saved, photos }, extract, force, context);
    await showResult(isKept ? { ...saved, photos } : undefined, folder, context);
    await previewIfWanted(options, id, type, context);
    const toView = isKept && isArchive(saved.path) ? saved.path : folder && asTyped(folder.folder);
    if (toView === undefined) return;
    // What an archive has none of.
    const ofAfter = after === undefined ? [] : ['--after', `${after}`];
    const stl = ['download', id, '--type', type, ...ofAfter, '--only', 'stl'];
    const hasGlb = folder?.files.some((file) => /\.glb$/i.test(file));
    const or = hasGlb ? { command: stl, because: 'for a 3D printer' } : undefined;
    await context.sayNext({ command: ['view', toView], because: 'to look at the model' }, { or });
  } finally {
    await scratch?.remove();
  }
}

/** A person who hands the archive on is to know that it may be of somebody else. A script sends nothing more for that. */
async function warnOfDoubts(id: string, type: ReconstructionType, context: Context): Promise<void> {
  const client = await context.client();
  // What is wrong with the service or the patient is told by the download itself.
  const reply = await client.getPatient(id).catch((error) => {
    if (context.signal.aborted) throw error;
  });
  if (reply === undefined) return;
  for (const doubt of doubtsOf(reply, { id, now: context.clock.now(), only: type })) context.streams.warn(doubt);
}

async function previewIfWanted({ preview }: DownloadOptions, id: string, type: ReconstructionType, context: Context) {
  if (preview !== true) return;
  const { showPreview } = await import('../preview.ts');
  await showPreview((await context.client()).getPatient(id), type, context);
}

/** Only of an STL file the size of the model is known. */
async function readPart(archive: string, part: ModelPart): Promise<Pick<Stl, 'bytes'> & Partial<Stl>> {
  if (part === 'stl') return await (await import('../../core/archive/stl.ts')).stlOf(await readModel(archive));
  return { bytes: await readModel(archive, part === 'obj' ? 'obj' : 'glb') };
}

/** To stdout where there is no path. */
async function giveModel(
  { bytes, sizeMm }: Awaited<ReturnType<typeof readPart>>,
  path: string | undefined,
  force: boolean,
  context: Context,
): Promise<void> {
  if (path === undefined) return await context.streams.write(bytes);
  const { sizeBytes, sha256 } = await saveModel(bytes, path, { force });
  context.streams.say(`saved the model alone, ${byteSizeText(sizeBytes)}, checked: ${path}`);
  if (sizeMm !== undefined)
    context.streams.say(`it is ${sizeMm.map(Math.round).join(' x ')} mm in life size, Z up, and stands on z = 0`);
  const size = sizeMm && { size_mm: sizeMm.map((mm) => Number(mm.toFixed(1))) };
  await tellFacts(path, { path, size_bytes: sizeBytes, sha256, ...size }, context);
}

/** Who wants the folder alone needs no second zip beside the one that is there. */
function sayingNoZipIsNeeded(error: unknown, target: string): unknown {
  if (!hasCode(error, 'usage') || !existsSync(target)) return error;
  return error.with({ details: [...error.details, '--extract alone, without --to, keeps no second zip'] });
}

/** So that `recon view` takes it for a folder, and not for a patient. */
const asTyped = (folder: string) => (/[/\\]$/.test(folder) ? folder : `${folder}/`);

/** Of those that the patient has. */
async function typeToDownload(id: string, context: Context): Promise<ReconstructionType> {
  const reply = await (await context.client()).getPatient(id);
  return await ownType(reply, id, context);
}

function refuseContradiction({ to, only, extract }: DownloadOptions, { streams }: Context): void {
  if (only !== undefined && extract !== undefined) {
    throw new ReconError('usage', '--only and --extract exclude each other: the folder has all of the archive', {
      hint: { command: ['download', 'PATIENT', '--only', only, '--to', `FILE.${ENDINGS[only]}`] },
    });
  }
  if (to !== '-') return;
  if (extract !== undefined) throw new ReconError('usage', '--to - and --extract exclude each other');
  if (streams.stdoutIsTty()) {
    throw new ReconError('usage', `${only === undefined ? 'an archive' : 'a model'} cannot be shown on a terminal`, {
      hint: '--to FILE, or a pipe',
    });
  }
}

const isThere = (path: string) => stat(path).catch(() => undefined);
const isFolderPath = (to: string) => /[/\\]$/.test(to);

/** @throws ReconError `usage` for a path of which nobody can tell if a file or a folder is meant */
async function refuseUnclear(to: string | undefined, ending: string): Promise<void> {
  if (to === '') throw new ReconError('usage', '--to is empty');
  if (to === undefined || to === '-' || isFolderPath(to) || (await isThere(to)) !== undefined) return;
  const folder = dirname(to);
  if ((await isThere(folder)) === undefined) {
    throw new ReconError('usage', `--to ${shown(to)}: there is no folder ${shown(folder)}`, {
      hint: `make that folder first, or ${asFolder(folder)}, which makes it and gives the file its usual name`,
    });
  }
  if (extname(to) !== '') return;
  throw new ReconError('usage', `--to ${shown(to)}: there is no such folder, and the name of a file needs an ending`, {
    hint: `${asFolder(to)} for a new folder, or --to ${shellLine(`${to}.${ending}`)} for a file`,
  });
}

const asFolder = (path: string) => `--to ${shellLine(`${path}${sep}`)}`;

/** A folder takes the file under its usual name; a path that ends with a separator makes it. */
async function targetPath(to: string | undefined, fileName: string): Promise<string> {
  if (to === undefined) return fileName;
  if (isFolderPath(to)) await onDisk(to, () => makeFolders(to));
  return (await isThere(to))?.isDirectory() ? join(to, fileName) : to;
}

/** With its progress on the terminal. */
export async function fetchArchive(
  request: Parameters<typeof downloadArchive>[1] & { after?: number },
  context: Context,
): Promise<Downloaded> {
  const { clock, signal, streams } = context;
  const client = await context.client();
  const { after } = request;
  const source = after === undefined ? client : client.afterDownloads(after);
  const live = await context.liveLine();
  const what = after === undefined ? 'archive' : `archive of after-record ${after}`;
  const line = `downloading the ${typeWord(request.type)} ${what} of patient ${request.id}`;
  live.state(line);
  try {
    return await downloadArchive(source, request, {
      clock,
      signal,
      onContinue: (doneBytes, totalBytes) =>
        streams.say(`going on with the download at ${byteSizeText(doneBytes)} of ${byteSizeText(totalBytes)}`),
      onProgress: (doneBytes, totalBytes) => {
        const whole = totalBytes === undefined ? '' : ` of ${byteSizeText(totalBytes)}`;
        live.tick(`${line}, ${byteSizeText(doneBytes)}${whole}`);
      },
    });
  } finally {
    live.stop();
  }
}

/** An archive, and in words the photos in it. */
type Saved = Downloaded & { photos: string };

async function unpack({ path, photos }: Saved, folder: string, force: boolean, { signal, streams }: Context) {
  const extracted = await extractArchive(path, folder, { force, signal });
  streams.say(
    `unpacked ${extracted.files.length} files${photos} into ${extracted.folder}: ${namesOf(extracted.files)}`,
  );
  return extracted;
}

const MOST_NAMES = 12;

/** `model.glb, photos/`: a folder stands for all that is in it. */
function namesOf(files: readonly string[]): string {
  const names = [...new Set(files.map((file) => file.replace(/\/.*$/s, '/')))];
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Whoever passes the archive on passes them on, too: ` with 3 photos of the patient`, or nothing where there are none. */
function photosAmong(files: readonly string[]): string {
  const count = files.filter((file) => viewOfName(posix.basename(file)) !== undefined).length;
  return count === 0 ? '' : ` with ${count} ${count === 1 ? 'photo' : 'photos'} of the patient`;
}

/** Only what has been checked leaves through stdout, so it is sent when all of it is here. */
async function copyToStdout({ path }: Downloaded, { streams }: Context): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    await streams.write(chunk as Uint8Array);
    if (streams.stdoutClosed()) return;
  }
}

type Extracted = Awaited<ReturnType<typeof extractArchive>>;

/** The path alone: of the folder where one was unpacked, of the archive otherwise. */
async function showResult(saved: Saved | undefined, extracted: Extracted | undefined, context: Context) {
  const { streams } = context;
  if (saved !== undefined)
    streams.say(`saved ${byteSizeText(saved.sizeBytes)}${saved.photos}, every file in it checked: ${saved.path}`);
  const facts = {
    ...(saved !== undefined && { path: saved.path, size_bytes: saved.sizeBytes, sha256: saved.sha256 }),
    ...(extracted !== undefined && { folder: extracted.folder, files: extracted.files }),
  };
  await tellFacts(extracted?.folder ?? saved?.path ?? '', facts, context);
}

async function tellFacts(path: string, facts: object, context: Context): Promise<void> {
  const format = await context.outputFormat();
  const isJson = format === 'json' || format === 'ndjson';
  if (isJson) return await context.writeJson(`${printableJson(JSON.stringify(facts))}\n`);
  if (!(await context.isAnswerSaid())) await context.streams.answer(path);
}
