import type { After } from './after.ts';
import type { PageMeta } from './page.ts';
import type { Patient } from './patient.ts';

/** The body of each operation's answer (docs/interface.md §4). `async` is text. */
export interface PatientsAnswer {
  patients: Patient[];
  meta: PageMeta;
}
export interface PatientAnswer {
  patient: Patient;
  async: string;
}
export interface AfterAnswer {
  after: After;
}
export interface ResultAnswer {
  result: string;
}
export interface InvitationAnswer {
  invitation_url: string;
}

/**
 * The same shape as any service may send it: parts may be missing, null or unknown. Everything the client reads has
 * this type, so the compiler asks for a check of every field.
 */
export type Received<T> = T extends (infer Item)[]
  ? Received<Item>[] | null | undefined
  : T extends object
    ? { [Key in keyof T]?: Received<T[Key]> } | null | undefined
    : T | null | undefined;
