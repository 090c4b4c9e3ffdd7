import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../system/durable-file.ts';
import { onOwnDisk } from '../disk-failure.ts';
import { isOpen } from './entry.ts';
import { type JournalLine, readLine } from './line.ts';
import { emptyRecord, takeLine } from './record.ts';

const KEPT_MS = 30 * 86_400_000;
/** Below this a journal is read in a moment, and left alone. */
const SMALL_BYTES = 4_000_000;

/**
 * Writes a large journal anew without what was finished more than 30 days ago. Processes that append meanwhile notice
 * that the file was replaced, and append again; what they wrote before that is taken over at the end.
 */
export async function dropOldLines(path: string, now: number): Promise<void> {
  const size = await stat(path).then(
    (facts) => facts.size,
    () => 0,
  );
  if (size < SMALL_BYTES) return;
  await onOwnDisk(path, async () => {
    const old = await open(path, 'r');
    const draft = `${path}.new-${process.pid}`;
    try {
      const bytes = await old.readFile();
      // The last line may still be being written: it is copied with the lines that come meanwhile.
      const whole = bytes.lastIndexOf('\n') + 1;
      const handle = await open(draft, 'ax', 0o600);
      try {
        await handle.writeFile(keptLines(bytes.toString('utf8', 0, whole), path, now));
        await handle.sync();
        await rename(draft, path);
        await syncFolder(dirname(path));
        const late = Buffer.concat([Buffer.from('\n'), bytes.subarray(whole), await old.readFile()]);
        if (late.length > 1) {
          await handle.writeFile(late);
          await handle.sync();
        }
      } finally {
        await handle.close();
      }
    } finally {
      await old.close();
      await rm(draft, { force: true });
    }
  });
}

function keptLines(text: string, path: string, now: number): string {
  const lines = text.split('\n').flatMap((line): [string, JournalLine][] => {
    const read = line === '' ? undefined : readLine(line, path);
    return read === undefined ? [] : [[line, read]];
  });
  const record = emptyRecord();
  const lastAt = new Map<string, number>();
  const batchOf = new Map<string, string>();
  for (const [, line] of lines) {
    takeLine(record, line);
    lastAt.set(nameOf(line), line.at);
    if ('row' in line && line.row !== undefined) batchOf.set(nameOf(line), line.row.slice(0, line.row.indexOf(':')));
  }
  const isKept = (line: JournalLine) => {
    if ('scope' in line) return true;
    const entry = record.entries.get(nameOf(line));
    if (entry !== undefined && isOpen(entry)) return true;
    // An unfinished import must not do its rows again when it goes on, however late.
    const batch = 'batch' in line ? line.batch : batchOf.get(nameOf(line));
    if (batch !== undefined && record.batches.has(batch)) return true;
    return now - (lastAt.get(nameOf(line)) ?? 0) < KEPT_MS;
  };
  return lines
    .filter(([, line]) => isKept(line))
    .map(([line]) => `${line}\n`)
    .join('');
}

const nameOf = (line: JournalLine) =>
  'batch' in line ? line.batch : 'entry' in line ? line.entry : 'row' in line ? line.row : '';
