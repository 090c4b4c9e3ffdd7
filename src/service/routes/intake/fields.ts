import type { Examined } from '../../../photo/examine.ts';
import { type FieldProblem, Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../request-limits.ts';
import type { FileFacts } from '../../storage/blob-store.ts';

/** The fields that an operation takes, by form field name. */
export interface FormShape {
  textFields: readonly string[];
  photoFields: readonly string[];
}

/** A file as it arrived. */
export interface ReceivedFile extends FileFacts {
  field: string;
  path: string;
  /** Begun as soon as the file was whole, so that it goes on while the next one arrives. */
  examination: Promise<Examined>;
}

/** What is done with the files of one body. */
export interface FileIntake {
  /** Gets what came before the file. */
  newPath(before: ReceivedParts): string;
  examine(path: string): Promise<Examined>;
}

/** The parts of a body before the photos are examined. */
export interface ReceivedParts {
  shape: FormShape;
  fields: Map<string, string>;
  files: ReceivedFile[];
  problems: FieldProblem[];
}

export const noParts = (shape: FormShape): ReceivedParts => ({ shape, fields: new Map(), files: [], problems: [] });

/** Stores a text field in its place, or records its problem. */
export function takeText({ shape, fields, problems }: ReceivedParts, name: string, value: string): void {
  const problem = (message: string) => problems.push({ field: name, message });
  if (shape.photoFields.includes(name)) problem('must be a file');
  else if (!shape.textFields.includes(name)) problem('is not a field of this operation');
  else if (fields.has(name)) problem('is given more than once');
  // The database would return only the text before the NUL.
  else if (value.includes('\0')) problem('contains a NUL character');
  else fields.set(name, value);
}

/** The problem of a file field that its name alone shows; undefined if there is none. */
export function fileProblem({ shape, files }: ReceivedParts, name: string): string | undefined {
  if (shape.textFields.includes(name)) return 'must be text';
  if (!shape.photoFields.includes(name)) return 'is not a field of this operation';
  return files.some((file) => file.field === name) ? 'is given more than once' : undefined;
}

export const tooLarge = (message: string) => new Refusal(413, 'refused', message);

export const tooLong = (name: string) => fieldTooLarge(name, `is longer than ${LIMITS.fieldBytes / 1024} KB`);

export const fieldTooLarge = (name: string, message: string) =>
  new Refusal(413, 'refused', 'a field is too large', { errors: [{ field: name.slice(0, 60), message }] });
