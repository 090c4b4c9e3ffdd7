import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Downloaded, downloadArchive } from '../../core/download.ts';
import { extractArchive, wouldReplaceFolder } from '../../core/extract.ts';
import { makeScratch } from '../../core/scratch.ts';
import { ReconError } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import type { Context } from '../context.ts';
import { printableJson } from '../output/printable.ts';
import { reconstructionType } from '../request/option-values.ts';
import { patientId } from '../request/whom.ts';

export interface DownloadOptions {
  type: string;
  to?: string;
  extract?: string;
  force?: boolean;
}

export async function downloadModel(typed: string, options: DownloadOptions, context: Context): Promise<void> {
  const { streams } = context;
  const type = reconstructionType(options.type);
  const { to, extract, force = false } = options;
  refuseContradiction(to, extract, context);
  const id = await patientId(typed, {}, context);
  const fileName = `patient-${id}-${type}.zip`;
  if (context.globals().dryRun) {
    return streams.say(`dry run: would save the ${type} archive of patient ${id}${to === '-' ? ' to stdout' : ''}`);
  }
  const isKept = to !== '-' && (to !== undefined || extract === undefined);
  // It throws where nothing may be unpacked to.
  if (extract !== undefined) await wouldReplaceFolder(extract, force);
  const scratch = isKept ? undefined : await makeScratch(tmpdir(), 'download');
  try {
    const target = scratch === undefined ? await targetPath(to, fileName) : join(scratch.path, fileName);
    const saved = await fetchArchive({ id, type, target, force, resumable: isKept }, context);
    if (to === '-') return await copyToStdout(saved, context);
    const folder = extract === undefined ? undefined : await unpack(saved, extract, force, context);
    await showResult(isKept ? saved : undefined, folder, context);
  } finally {
    await scratch?.remove();
  }
}

function refuseContradiction(to: string | undefined, extract: string | undefined, { streams }: Context): void {
  if (to !== '-') return;
  if (extract !== undefined) throw new ReconError('usage', '--to - and --extract exclude each other');
  if (streams.stdoutIsTty()) {
    throw new ReconError('usage', 'an archive cannot be shown on a terminal', { hint: '--to FILE, or a pipe' });
  }
}

/** A folder that is there, or a path that ends like one, takes the file under its usual name. */
async function targetPath(to: string | undefined, fileName: string): Promise<string> {
  if (to === undefined) return fileName;
  if (to === '') throw new ReconError('usage', '--to is empty');
  const isFolder = await stat(to).then(
    (facts) => facts.isDirectory(),
    () => /[/\\]$/.test(to),
  );
  return isFolder ? join(to, fileName) : to;
}

async function fetchArchive(request: Parameters<typeof downloadArchive>[1], context: Context): Promise<Downloaded> {
  const { clock, signal, streams } = context;
  const client = await context.client();
  const live = await context.liveLine();
  const line = `downloading the ${request.type} archive of patient ${request.id}`;
  live.state(line);
  try {
    return await downloadArchive(client, request, {
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

async function unpack({ path }: Downloaded, folder: string, force: boolean, { signal, streams }: Context) {
  const extracted = await extractArchive(path, folder, { force, signal });
  streams.say(`unpacked ${extracted.files.length} files into ${extracted.folder}`);
  return extracted;
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
async function showResult(saved: Downloaded | undefined, extracted: Extracted | undefined, context: Context) {
  const { streams } = context;
  if (saved !== undefined)
    streams.say(`saved ${byteSizeText(saved.sizeBytes)}, every file in it checked: ${saved.path}`);
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') {
    if (!(await context.isAnswerSaid())) await streams.answer(extracted?.folder ?? saved?.path ?? '');
    return;
  }
  const facts = {
    ...(saved !== undefined && { path: saved.path, size_bytes: saved.sizeBytes, sha256: saved.sha256 }),
    ...(extracted !== undefined && { folder: extracted.folder, files: extracted.files }),
  };
  await streams.write(`${printableJson(JSON.stringify(facts))}\n`);
}
