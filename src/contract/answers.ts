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
 * The same shape as a stranger may send it: any part missing, null or unknown. What the client
 * reads from a service has this type, so that the compiler asks for every absent field.
 */
export type Received<T> = T extends (infer Item)[]
  ? Received<Item>[] | null | undefined
  : T extends object
    ? { [Key in keyof T]?: Received<T[Key]> } | null | undefined
    : T | null | undefined;
