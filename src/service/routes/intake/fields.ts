import { type FieldProblem, Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../limits.ts';

/** The fields that an operation takes, by form field name. */
export interface FormShape {
  textFields: readonly string[];
  photoFields: readonly string[];
}

/** A file as it arrived. */
export interface ReceivedFile {
  field: string;
  path: string;
  sizeBytes: number;
  /** SHA-256, hex. */
  sha256: string;
}

/** The parts of a body before the photos are examined. */
export interface ReceivedParts {
  fields: Map<string, string>;
  files: ReceivedFile[];
  problems: FieldProblem[];
}

/** Stores a text field in its place, or records its problem. */
export function takeText(parts: ReceivedParts, shape: FormShape, name: string, value: string): void {
  const problem = (message: string) => parts.problems.push({ field: name, message });
  if (shape.photoFields.includes(name)) problem('must be a file');
  else if (!shape.textFields.includes(name)) problem('is not a field of this operation');
  else if (parts.fields.has(name)) problem('is given more than once');
  // The database would return only the text before the NUL.
  else if (value.includes('\0')) problem('contains a NUL character');
  else parts.fields.set(name, value);
}

/** The problem of a file field that its name alone shows; undefined if there is none. */
export function fileProblem(parts: ReceivedParts, shape: FormShape, name: string): string | undefined {
  if (shape.textFields.includes(name)) return 'must be text';
  if (!shape.photoFields.includes(name)) return 'is not a field of this operation';
  return parts.files.some((file) => file.field === name) ? 'is given more than once' : undefined;
}

export const tooLarge = (message: string) => new Refusal(413, 'refused', message);

export const tooLong = (name: string) => fieldTooLarge(name, `is longer than ${LIMITS.fieldBytes / 1024} KB`);

export const fieldTooLarge = (name: string, message: string) =>
  new Refusal(413, 'refused', 'a field is too large', { errors: [{ field: name.slice(0, 60), message }] });
