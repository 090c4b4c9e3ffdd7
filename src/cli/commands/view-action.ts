import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { NamedView } from '../../contract/model-views.ts';
import type { Implant } from '../../contract/simulation.ts';
import type { ViewerFacts } from '../../contract/viewer.ts';
import { makeScratch } from '../../core/scratch.ts';
import { shown } from '../../core/shown.ts';
import { packFolder } from '../../core/viewer/pack-folder.ts';
import { serveViewer } from '../../core/viewer/serve-viewer.ts';
import { type ViewedArchive, withViewedArchive } from '../../core/viewer/viewed-archive.ts';
import { type Advice, hasCode, ReconError } from '../../errors.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import type { Context } from '../context.ts';
import { isPartOfName } from '../meant-words.ts';
import { openLink } from '../open-browser.ts';
import { positiveInteger, reconstructionType } from '../request/option-values.ts';
import { patientId } from '../request/whom.ts';
import { isArchive, isFolder, isThereAsFolder } from './view/is-archive.ts';
import { labelOfName } from './view/label.ts';
import { typeOfModels } from './view/model-type.ts';
import { type ArchiveFile, modelOfPatient, type PatientModel, type Wish } from './view/patient-model.ts';

export interface ViewOptions {
  type?: string;
  after?: string;
  catalogue?: string;
  /** A picture to save, in place of the page. */
  picture?: string;
  /** The view of the picture, in place of three. */
  only?: NamedView;
  /** False with `--no-open`. */
  open: boolean;
}

/** Serves a model, or two, to one browser until Ctrl-C, which is no failure. */
export async function viewModel(
  given: string | undefined,
  other: string | undefined,
  options: ViewOptions,
  context: Context,
): Promise<void> {
  const isFile = given !== undefined && (isArchive(given) || (await isFolder(given)));
  if (!isFile && other !== undefined) await refuseHalfName(given, other);
  refuseContradiction({ given, isFile, other }, options);
  const after = positiveInteger('--after', options.after);
  // Before anybody is asked and anything is fetched.
  const catalogue = options.catalogue === undefined ? undefined : await catalogueOf(options.catalogue);
  const savePicture =
    options.picture === undefined
      ? undefined
      : await (await import('./view/save-picture.ts')).preparePicture(options.picture, options, context);
  let file = isFile ? await archiveOf(given) : undefined;
  const second = other === undefined ? undefined : await archiveOf(other);
  const having = options.type === undefined ? undefined : reconstructionType(options.type);
  const typed = given ?? (await patientId(undefined, { having }, context));
  const isPacked = [file, second].every((one) => one === undefined || isArchive(one.path));
  const scratch = file === undefined || !isPacked ? await makeScratch(tmpdir(), 'download') : undefined;
  try {
    const wish = { type: options.type, after };
    const patient = file === undefined ? await patientOrFolder(typed, wish, scratch!.path, context) : undefined;
    if (patient === undefined) file ??= await archiveOf(typed);
    if (context.globals().dryRun) {
      return context.streams.say(`dry run: would ${savePicture ? 'save a picture of it' : 'show it in the browser'}`);
    }
    const found = [patient ?? file!, ...[patient?.after ?? second ?? []].flat()];
    const archives: ArchiveFile[] = [];
    for (const [i, one] of found.entries()) archives.push(await packed(one, scratch && join(scratch.path, `${i}.zip`)));
    await withArchives(archives, async (viewed) => {
      if (savePicture !== undefined) await savePicture(viewed[0]!, typed);
      else await show(viewed, { patient, typed, catalogue, options }, context);
    });
  } finally {
    await scratch?.remove();
  }
}

/** A folder is packed to `target` first. */
async function packed(file: ArchiveFile, target: string | undefined): Promise<ArchiveFile> {
  if (isArchive(file.path) || target === undefined) return file;
  await packFolder(file.path, target);
  return { ...file, path: target };
}

/** undefined where nobody has this name, and a folder with a model does. A number is never taken for a folder. */
async function patientOrFolder(
  typed: string,
  wish: Wish,
  folder: string,
  context: Context,
): Promise<PatientModel | undefined> {
  try {
    return await modelOfPatient(typed, wish, folder, context);
  } catch (error) {
    const isNobody = hasCode(error, 'not_found') || hasCode(error, 'not_logged_in');
    if (!isNobody || !(await isThereAsFolder(typed))) throw error;
    if (/\D/.test(typed) && wish.after === undefined && existsSync(join(typed, 'model.glb'))) {
      context.streams.say(`the folder ${shown(typed)} is shown`);
      return undefined;
    }
    if (!hasCode(error, 'not_found')) throw error;
    throw error.with({ hint: { before: `for the folder ${shown(typed)}`, command: ['view', `${typed}/`] } });
  }
}

interface Files {
  given: string | undefined;
  /** The first one is no patient. */
  isFile: boolean;
  other: string | undefined;
}

function refuseContradiction(
  { given, isFile, other }: Files,
  { type, after, catalogue, picture, only }: ViewOptions,
): void {
  if (isFile && after !== undefined) {
    throw new ReconError('usage', '--after is for a patient; of two archives the second one is the later', {
      hint: { command: ['view', 'BEFORE.zip', 'AFTER.zip'] },
    });
  }
  if (other !== undefined && after !== undefined) {
    throw new ReconError('usage', '--after and a second archive exclude each other');
  }
  if (only !== undefined && picture === undefined) {
    throw new ReconError('usage', '--only is a view for --picture', {
      hint: { command: ['view', given ?? 'PATIENT', '--picture', 'FILE.png', '--only', only] },
    });
  }
  const isPair = other !== undefined || after !== undefined;
  if (picture !== undefined && (isPair || catalogue !== undefined)) {
    const flag = catalogue === undefined ? 'two models are compared' : 'a simulation is made';
    throw new ReconError('usage', `--picture is of one model as it is; ${flag} in the browser`, {
      hint: {
        command: [
          ...['view', given ?? 'PATIENT', ...(other === undefined ? [] : [other])],
          ...(type === undefined ? [] : ['--type', type]),
          ...(after === undefined ? [] : ['--after', after]),
          ...(catalogue === undefined || isPair ? [] : ['--catalogue', catalogue]),
        ],
        because: 'without --picture',
      },
    });
  }
  if (catalogue === undefined) return;
  if (isPair) throw new ReconError('usage', '--catalogue is for one model: two are compared without a simulation');
  if (type !== undefined && type !== 'mammo') {
    throw new ReconError('usage', `--catalogue is for breast models, and --type is ${JSON.stringify(type)}`);
  }
}

/** A second word that is no file is the rest of a name whose quotes were forgotten. */
async function refuseHalfName(given = 'PATIENT', other: string): Promise<void> {
  if (isArchive(other) || (await isThereAsFolder(other))) return;
  if (isPartOfName(given) && isPartOfName(other)) {
    throw new ReconError('usage', 'too many words for one patient: what has spaces goes into quotes', {
      details: ['a second word may be FILE.zip or DIR/ alone, to compare with'],
      hint: { command: ['view', `${given} ${other}`], because: 'where that is one name' },
    });
  }
  throw new ReconError('usage', `${shown(other)} is no archive to compare with`, {
    details: [{ before: 'for an archive of another model', command: ['download', 'PATIENT', '--type', 'TYPE'] }],
    hint: /^\d+$/.test(other)
      ? { command: ['view', given, 'OTHER.zip'], because: 'with the archive of the other patient' }
      : { command: ['view', `${given} ${other}`], because: 'where that is one name' },
  });
}

const catalogueOf = async (path: string) => await (await import('../../core/viewer/catalogue.ts')).readCatalogue(path);

const PREFIXES = ['model', 'other'] as const;

/** Keeps all of them open while `use` runs. */
async function withArchives(
  files: readonly ArchiveFile[],
  use: (viewed: readonly ViewedArchive[]) => Promise<void>,
  opened: readonly ViewedArchive[] = [],
): Promise<void> {
  const next = files[opened.length];
  if (next === undefined) return await use(opened);
  const { path, ...about } = next;
  await withViewedArchive(path, { ...about, prefix: PREFIXES[opened.length]! }, (viewed) =>
    withArchives(files, use, [...opened, viewed]),
  );
}

/** A file is looked at before it is opened: a pipe would never answer. Nobody else than a model is meant by the second. */
async function archiveOf(typed: string): Promise<ArchiveFile> {
  if (!isArchive(typed)) {
    if (await isThereAsFolder(typed)) return { path: typed, label: labelOfName(basename(resolve(typed))) };
    throw new ReconError('usage', `${shown(typed)} is no archive: to compare with, name a .zip file`, {
      hint: { before: 'to get one', command: ['download', 'PATIENT', '--type', 'TYPE'] },
    });
  }
  const facts = await stat(typed).catch((error: unknown) => {
    throw new ReconError('usage', `${shown(typed)} ${whyNotRead(error)}`, { cause: error });
  });
  if (!facts.isFile()) throw new ReconError('usage', `${shown(typed)} is not a file`);
  return { path: typed, label: labelOfName(basename(typed).replace(/\.zip$/i, '')) };
}

interface Shown {
  patient: PatientModel | undefined;
  typed: string;
  catalogue: readonly Implant[] | undefined;
  options: ViewOptions;
}

async function show(
  viewed: readonly ViewedArchive[],
  { patient, typed, catalogue, options }: Shown,
  context: Context,
): Promise<void> {
  const { streams, signal, clock } = context;
  const models = viewed.map(({ model }) => model);
  const { accept, simulations } = patient ?? {};
  const clinic = (await context.settings()).clinic?.value;
  const type = typeOfModels(viewed, {
    ofRecord: patient?.facts().type,
    typed: options.type === undefined ? undefined : reconstructionType(options.type),
    hasCatalogue: catalogue !== undefined,
  });
  const own = { ...(type && { type }), ...(catalogue && { catalogue }), ...(clinic !== undefined && { clinic }) };
  let opened: Awaited<ReturnType<typeof openLink>> | undefined;
  const viewer = await serveViewer({
    facts: (): ViewerFacts => ({ models, ...own, ...patient?.facts() }),
    files: new Map(viewed.flatMap(({ files }) => [...files])),
    pagesFolder: join(context.packageInfo().root, 'dist', 'pages'),
    ...(accept && { accept }),
    ...(simulations && { simulations }),
    now: clock.now,
    onOpened: () => {
      streams.say('The address was opened in a browser; it opens in no other one.');
      void opened?.remove();
    },
  });
  try {
    await streams.answer(viewer.url);
    if (options.open && context.mayAsk()) opened = await openLink(viewer.url, context);
    if (type === undefined && models.length === 1) {
      streams.say('The archive does not tell the type of its model; with --type mammo, simulations are there too.');
    }
    const others = patient?.others ?? [];
    if (others.length > 0 && streams.stderrIsTty()) streams.say(afterLine(others, typed, options));
    streams.say('The address opens once, in one browser of this machine. Ctrl-C stops it.');
    if (!signal.aborted) await once(signal, 'abort');
    // A terminal has written ^C, and the shell's next line would stand beside it.
    streams.say('Stopped: the model is shown no more.');
    if (hasCode(signal.reason, 'terminated')) throw signal.reason;
  } finally {
    viewer.close();
    await opened?.remove();
  }
}

/** The page shows the first model alone: that there is more to see is told here. */
function afterLine([first, ...more]: readonly number[], typed: string, { type }: ViewOptions): Advice {
  const there = more.length === 0 ? 'An after-record is there, too' : `${more.length + 1} after-records are there, too`;
  const ofType = type === undefined ? [] : ['--type', type];
  return {
    before: `${there}; before and after side by side`,
    command: ['view', typed, ...ofType, '--after', String(first)],
  };
}
