import { appendFileSync } from 'node:fs';

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

export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
}

/** One JSON object per line, only ever appended to. At once: a line costs more to hand over to another thread. */
export function openAudit(path: string): AuditLog {
  return { append: async (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 }) };
}
