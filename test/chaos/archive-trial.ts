import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openServer } from '../support/open-server.ts';
import type { Unpacker } from './unpacker.ts';

export interface Verdict {
  way: 'command' | 'extract';
  exitCode: number;
  ms: number;
  /** What went wrong; empty where nothing did. */
  problems: string[];
}

/** Name → content of what an archive holds, folders left out. */
export type Contents = ReadonlyMap<string, Buffer>;

const VICTIM = 'untouched';

/**
 * Unpacks hostile bytes in two ways: by `recon download --extract` from a service that serves them, and by the
 * extraction alone, which would otherwise stand behind the check of the download. Around it lie files that nobody
 * may touch.
 */
export async function openTrials(unpacker: Unpacker) {
  const base = mkdtempSync(join(tmpdir(), 'recon-archives-'));
  let served: Uint8Array = Buffer.alloc(0);
  const server = await openServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/zip', 'content-length': served.length });
    response.end(served);
  });
  const environment = {
    HOME: join(base, 'home'),
    RECON_TOKEN: 'rcn_canary-0123456789abcdef',
    PATH: '/usr/bin:/bin',
    CI: '1',
  };

  /** `harmless`: what the archive would hold, were it sound; then it may be unpacked, to exactly that. */
  async function trial(bytes: Buffer, harmless: Contents | undefined): Promise<Verdict[]> {
    served = bytes;
    const folder = join(base, 'inner', 'trial');
    mkdirSync(folder, { recursive: true });
    for (const place of [base, join(base, 'inner'), folder]) writeFileSync(join(place, 'victim'), VICTIM);
    writeFileSync(join(folder, 'given.zip'), bytes);
    const target = join(folder, 'out');
    const args = [
      'download',
      '7',
      '--type',
      'face',
      '--to',
      join(folder, 'a.zip'),
      '--extract',
      target,
      '--base-url',
      server.url,
    ];
    const verdicts: Verdict[] = [];
    for (const way of ['command', 'extract'] as const) {
      const task =
        way === 'command'
          ? { kind: way, args, environment }
          : { kind: way, zipPath: join(folder, 'given.zip'), target };
      const { exitCode, ms, said } = await unpacker.run(task);
      const problems = [...judge(exitCode, target, harmless), ...strangers(base, folder, exitCode === 0)];
      verdicts.push({
        way,
        exitCode,
        ms,
        problems: problems.map((problem) => `${problem} (${exitCode}: ${said.slice(0, 200)})`),
      });
      for (const name of ['out', 'a.zip']) rmSync(join(folder, name), { recursive: true, force: true });
    }
    rmSync(join(base, 'inner'), { recursive: true });
    return verdicts;
  }

  const close = async () => {
    await server.close();
    rmSync(base, { recursive: true, force: true });
  };
  return { trial, close };
}

function judge(exitCode: number, target: string, harmless: Contents | undefined): string[] {
  if (exitCode === 11) return [];
  if (exitCode !== 0) return ['neither done nor refused'];
  if (harmless === undefined) return ['taken for sound'];
  const found = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const names = found.map((entry) => relative(target, join(entry.parentPath, entry.name)));
  const same = names.length === harmless.size && names.every((name) => isSame(join(target, name), harmless.get(name)));
  return same ? [] : ['unpacked to something else'];
}

const isSame = (path: string, content: Buffer | undefined) =>
  content !== undefined && statSync(path).isFile() && readFileSync(path).equals(content);

/** Whatever is in the folders around that was not there, and whatever is no longer as it was. */
function strangers(base: string, folder: string, isDone: boolean): string[] {
  const expected = new Map([
    [base, ['home', 'inner', 'victim']],
    [join(base, 'inner'), ['trial', 'victim']],
    [folder, isDone ? ['a.zip', 'given.zip', 'out', 'victim'] : ['given.zip', 'victim']],
  ]);
  const problems: string[] = existsSync('/tmp/evil.txt') ? ['/tmp/evil.txt was written'] : [];
  for (const [place, names] of expected) {
    for (const name of readdirSync(place))
      if (!names.includes(name)) problems.push(`${relative(base, place)}/${name} was written`);
    if (readFileSync(join(place, 'victim'), 'utf8') !== VICTIM) problems.push(`the victim in ${place} was changed`);
  }
  return problems;
}
