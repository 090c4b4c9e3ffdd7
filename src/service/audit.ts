import { closeSync, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';

/** Who did what to which patient when, and how it ended. No names, no photos, no tokens. */
export interface AuditEntry {
  time: string;
  account: number | null;
  token: number | null;
  /** Method and path pattern, `PUT /patients/:id`. */
  operation: string;
  patient: number | null;
  /** The answer's HTTP status. */
  outcome: number;
}

/** Stands in the log for lines that could not be written: how many, and from when to when. */
interface AuditGap {
  missing: number;
  since: string;
  until: string;
}

export interface AuditLog {
  /** Never throws: what was done stays done, also where it cannot be written down. */
  append(entry: AuditEntry): void;
  close(): void;
}

/**
 * One JSON object per line, only ever appended to. At once: a line costs more to hand over to another thread. Where
 * writing fails, the operator is told, the lines are counted, and their number is the next line that can be written.
 */
export function openAudit(path: string, onLog: (line: string) => void): AuditLog {
  // Kept open: to write to it takes no further file descriptor, so a process without a free one still can.
  let file: number | undefined = openSync(path, 'a', 0o600);
  let gap: AuditGap | undefined;

  /** Somebody may move the file away to keep it: the next line then begins a new one. */
  function current(): number {
    if (file !== undefined && statSync(path, { throwIfNoEntry: false })?.ino === fstatSync(file).ino) return file;
    const next = openSync(path, 'a', 0o600);
    if (file !== undefined) closeSync(file);
    file = next;
    return next;
  }

  function closeGap(): void {
    if (gap === undefined) return;
    appendLine(current(), gap);
    onLog(`audit log: can be written again; lines that are missing: ${gap.missing}`);
    gap = undefined;
  }

  return {
    append(entry) {
      try {
        closeGap();
        appendLine(current(), entry);
      } catch (error) {
        if (gap === undefined) onLog(`audit log: cannot be written (${systemErrorCode(error)}); lines are counted`);
        gap = { missing: (gap?.missing ?? 0) + 1, since: gap?.since ?? entry.time, until: entry.time };
      }
    },
    close() {
      try {
        closeGap();
      } catch {
        onLog(`audit log: still cannot be written; lines that are missing: ${gap?.missing}`);
      }
      if (file !== undefined) closeSync(file);
      // A late answer opens it again, instead of writing to whatever has that number by then.
      file = undefined;
    },
  };
}

/** The whole line or nothing of it: a full disk takes the first part of a line. */
function appendLine(file: number, line: AuditEntry | AuditGap): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    if (written > 0) ftruncateSync(file, fstatSync(file).size - written);
    throw error;
  }
}
