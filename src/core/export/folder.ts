import { open, readdir, readFile, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Line, ReconError } from '../../errors.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { replaceFile } from '../../system/replace-file.ts';
import { sha256Of } from '../../system/sha256.ts';
import { onDisk } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import {
  type ArchiveOutcome,
  type ExportIdentity,
  type FileFacts,
  identityOf,
  logHead,
  logLine,
  MANIFEST,
  type Manifest,
  manifestText,
  type SavedArchive,
  savedOf,
} from './manifest.ts';
import { archivePath } from './plan.ts';

const CHECKSUMS = 'SHA256SUMS';
/** The record of the archives in an unfinished export; removed when it has a manifest. */
const LOG = '.recon-export.jsonl';

/** The folder of an export. Its manifest and checksums exist only while all of their content is true. */
export interface ExportFolder {
  path: string;
  /** Archives that earlier exports left here, by their path in the folder. They must be checked before use. */
  earlier: ReadonlyMap<string, SavedArchive>;
  /** Call this before a file under its final name changes. */
  begin(): Promise<void>;
  /** Records an archive that is in its place. */
  note(saved: SavedArchive): Promise<void>;
  /** Ends the export, complete or not. */
  finish(manifest: Manifest): Promise<void>;
  /** Removes everything of an export that did not begin. */
  close(): Promise<void>;
}

export interface FoundFolder {
  /** Its real path. */
  path: string;
  /** True if the folder was made now. */
  isNew: boolean;
}

/** An export's identity, and whether its folder may be of this service at another address. */
export type WantedExport = ExportIdentity & { isMoved: boolean; removeGone: boolean };

/** @throws ReconError `usage` for a folder that holds something else; `storage` if it cannot be used */
export async function openExportFolder(
  { path, isNew }: FoundFolder,
  { isMoved, removeGone, ...identity }: WantedExport,
  printableJson: (json: string) => string,
): Promise<ExportFolder> {
  const at = (name: string) => join(path, name);
  const { earlier, isLogged, isWhole } = await readEarlier(path, { ...identity, isMoved, removeGone });
  await writeText(at(LOG), printableJson(`${logHead(identity)}${[...earlier.values()].map(logLine).join('')}`));
  const log = await onDisk(path, () => open(at(LOG), 'a'));
  let hasBegun = false;
  let isFinished = false;
  return {
    path,
    earlier,
    begin: async () => {
      hasBegun = true;
      await onDisk(path, async () => {
        await rm(at(CHECKSUMS), { force: true });
        await rm(at(MANIFEST), { force: true });
      });
    },
    // The line is not synced: an archive without its line is fetched again, and one with a line is checked first.
    note: (saved) => onDisk(path, async () => void (await log.appendFile(printableJson(logLine(saved))))),
    finish: async (manifest) => {
      const facts = await writeText(at(MANIFEST), printableJson(manifestText(identity, manifest)));
      const archives = manifest.archives.flatMap(({ saved }) => saved ?? []);
      const files = [
        ...manifest.records,
        [MANIFEST, facts] as const,
        ...archives.map((one) => [archivePath(one), one] as const),
      ];
      await writeText(at(CHECKSUMS), files.map(([name, { sha256 }]) => `${sha256}  ${name}\n`).join(''));
      if (!isWhole) await removeStrayParts(path, manifest.archives);
      isFinished = true;
    },
    close: async () => {
      await log.close().catch(() => {});
      if (isFinished || !(hasBegun || isLogged)) await rm(at(LOG), { force: true }).catch(() => {});
      if (isNew && !hasBegun) await rmdir(path).catch(() => {});
    },
  };
}

/** The same folder to look into; it may not be there yet. Nothing is written. */
export async function lookIntoExportFolder(
  typed: string,
  wanted: WantedExport,
): Promise<Pick<ExportFolder, 'path' | 'earlier'>> {
  const facts = await statFolder(typed);
  if (facts === undefined) return { path: resolve(typed), earlier: new Map() };
  const path = await onDisk(typed, () => realpath(typed));
  return { path, earlier: (await readEarlier(path, wanted)).earlier };
}

/** The folder that was typed, made if it is missing. */
export async function makeExportFolder(typed: string): Promise<FoundFolder> {
  const facts = await statFolder(typed);
  return await onDisk(typed, async () => {
    if (facts === undefined) await makePrivateFolder(typed);
    return { path: await realpath(typed), isNew: facts === undefined };
  });
}

async function statFolder(typed: string) {
  const facts = await stat(typed).catch(() => undefined);
  if (facts === undefined || facts.isDirectory()) return facts;
  throw new ReconError('usage', `--to ${shown(typed)} is a file, not a folder`);
}

/**
 * Removes partial archives that an unfinished export left and no run will continue, because the patient or the model
 * does not exist any more.
 */
async function removeStrayParts(folder: string, archives: readonly ArchiveOutcome[]): Promise<void> {
  const unfinished = archives.filter(({ state }) => state === 'failed' || state === 'not_tried');
  const wanted = new Set(unfinished.map(archivePath));
  for (const id of await namesIn(join(folder, 'archives'))) {
    if (!/^\d+$/.test(id)) continue;
    for (const name of await namesIn(join(folder, 'archives', id))) {
      const archive = /^(patient-\d+-[\w-]+\.(?:zip|jpeg|png|webp))\.part(?:\.json)?$/.exec(name)?.[1];
      if (archive === undefined || wanted.has(`archives/${id}/${archive}`)) continue;
      await rm(join(folder, 'archives', id, name), { force: true }).catch(() => {});
    }
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);

/** Writes a whole text, replacing an earlier file. */
async function writeText(target: string, text: string): Promise<FileFacts> {
  await onDisk(target, () => replaceFile(target, text, `${target}.part`));
  return { sizeBytes: Buffer.byteLength(text), sha256: sha256Of(text) };
}

async function readEarlier(path: string, wanted: WantedExport) {
  const names = await onDisk(path, () => readdir(path));
  const read = async (name: string) =>
    names.includes(name) ? await onDisk(join(path, name), () => readFile(join(path, name), 'utf8')) : '';
  const manifest = parsed(await read(MANIFEST)) as
    | { archives?: unknown; complete?: unknown; not_found?: unknown }
    | null
    | undefined;
  // A last line that a killed run did not finish is no entry.
  const [first, ...logged] = (await read(LOG)).split('\n').map(parsed);
  const isLogged = identityOf(first) !== undefined;
  const head = isLogged ? first : manifest;
  // A run that was killed before it wrote its first line leaves only the start of the log.
  const holdsNothing = head === undefined && names.every((name) => name === `${LOG}.part`);
  const notFound = !isLogged && Array.isArray(manifest?.not_found) ? manifest.not_found : [];
  if (!holdsNothing) refuseOther(path, head, wanted, notFound);
  const listed = Array.isArray(manifest?.archives) ? manifest.archives : [];
  const saved = (isLogged ? logged : listed).flatMap((entry) => savedOf(entry) ?? []);
  return {
    earlier: new Map(saved.map((one) => [archivePath(one), one])),
    isLogged,
    isWhole: holdsNothing || (!isLogged && manifest?.complete === true),
  };
}

/** Undefined for a text that is not JSON: it belongs to somebody else, or was changed by hand. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A longer line is nothing to read. */
const MOST_IDS_SHOWN = 10;

/**
 * Patient 7 of another service, or fewer patients, must not replace the existing export. Who was not found by the last
 * one may be left out: the records have no such patient any more.
 */
function refuseOther(path: string, head: unknown, wanted: WantedExport, notFound: readonly unknown[]): void {
  const there = identityOf(head);
  const otherFolder = '--to with another folder';
  const other = (problem: string, hint: Line = otherFolder) =>
    new ReconError('usage', `--to ${shown(path)} ${problem}`, { hint });
  if (there === undefined) throw other('is not empty and holds no export of this recon');
  if (there.service !== wanted.service && !wanted.isMoved) {
    throw other(
      `holds an export of another service, ${there.service}`,
      `${otherFolder}; or once with --moved, if ${wanted.service} is the same service at a new address: the export goes on in this folder`,
    );
  }
  // The file may have been changed by hand.
  const { ids = [], name = null, email = null } = (there.filters ?? {}) as Partial<typeof there.filters>;
  const isLeftOut = (id: string) => notFound.includes(id) && !wanted.filters.ids.includes(id);
  const still = { name, email, ids: ids.filter((id) => !isLeftOut(id)) };
  if (JSON.stringify(still) === JSON.stringify(wanted.filters)) return;
  const isOfIds = ids.length > 0 && ids.length <= MOST_IDS_SHOWN && name === null && email === null;
  const itsPatients = ids.flatMap((id) => ['--id', id]);
  const flags = wanted.removeGone ? ['--remove-gone'] : [];
  const command = ['patients', 'export', '--to', path, ...itsPatients, ...flags];
  const again = { command, because: 'for the patients in it' };
  const chosen = isOfIds && ids.length === 1 ? `patient ${ids[0]} alone` : 'chosen patients';
  const problem = isOfAll(wanted.filters)
    ? `holds an export of ${chosen}, and this one would be of all patients`
    : isOfAll({ ids, name, email })
      ? 'holds an export of all patients, and this one would be of chosen ones'
      : 'holds an export of patients who were chosen otherwise: its --name, --email and --id were others';
  throw other(problem, isOfIds ? again : otherFolder);
}

const isOfAll = ({ ids, name, email }: WantedExport['filters']) => ids.length === 0 && name === null && email === null;
