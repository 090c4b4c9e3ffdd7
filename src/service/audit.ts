import { closeSync, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import { systemErrorCode } from '../errors.ts';

/** One answered request: who did what to which patient, when, and with what result. No names, photos or tokens. */
export interface AuditEntry {
  time: string;
  account: number | null;
  token: number | null;
  /** Method and path pattern, such as `PUT /patients/:id`. */
  operation: string;
  patient: number | null;
  /** The answer's HTTP status. */
  outcome: number;
}

/** The line about entries that could not be written: how many, and from when to when. */
interface AuditGap {
  missing: number;
  since: string;
  until: string;
}

export type AuditLog = ReturnType<typeof openAudit>;

/**
 * Appends one JSON object per line. Writing is synchronous, because handing a line to another thread costs more. If
 * writing fails, the operator is told and the lost lines are counted; the count is the next line that can be written.
 */
export function openAudit(path: string, onLog: (line: string) => void) {
  // The file stays open, so that a process without a free file descriptor can still write to it.
  let file: number | undefined = openSync(path, 'a', 0o600);
  let gap: AuditGap | undefined;

  /** An operator may move the file away to keep it; the next line then starts a new file. */
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
    /** Never throws: the change is made, even if the log cannot be written. */
    append(entry: AuditEntry): void {
      try {
        closeGap();
        appendLine(current(), entry);
      } catch (error) {
        if (gap === undefined) onLog(`audit log: cannot be written (${systemErrorCode(error)}); lines are counted`);
        gap = { missing: (gap?.missing ?? 0) + 1, since: gap?.since ?? entry.time, until: entry.time };
      }
    },
    close(): void {
      try {
        closeGap();
      } catch {
        onLog(`audit log: still cannot be written; lines that are missing: ${gap?.missing}`);
      }
      if (file !== undefined) closeSync(file);
      // A late answer must open the file again instead of writing to whatever has its number by then.
      file = undefined;
    },
  };
}

/** Writes the whole line or nothing: a full disk would take only its first part. */
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
