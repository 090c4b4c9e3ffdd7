import type { Readable } from 'node:stream';

/** A file as a form part. `open` gives a fresh stream of exactly `sizeBytes` bytes each time. */
export interface FormFile {
  open(): Readable;
  sizeBytes: number;
  fileName: string;
  contentType: string;
}

export type FormPart = { name: string; value: string } | { name: string; file: FormFile };

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path starts with `/` and is relative to the base URL. */
  path: string;
  query?: readonly (readonly [name: string, value: string])[];
  form?: readonly FormPart[] | undefined;
  /** The body in place of a form, with secrets in it; `headers` name its type. */
  text?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** A change is never repeated once it may have been applied, whatever its method. */
  kind: 'read' | 'change';
  /** True for a change that the service would know again, so that it may go on a connection that was just used. */
  isRepeatable?: boolean | undefined;
  /** The answer comes after a generation. */
  awaitsModel?: boolean | undefined;
  /** Called with the bytes given to the network so far and in all; starts again at 0 when the request is sent again. */
  onUpload?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}

export interface Answer {
  status: number;
  /** Names are in lower case; repeated headers are joined by a comma. */
  headers: Record<string, string>;
  text: string;
  requestId?: string | undefined;
}

/** One line for `--debug`: no token, no query value, no body. */
export interface TraceEvent {
  step: 'request' | 'answer' | 'failure';
  method: string;
  /** The path with the base URL's prefix; query values are hidden. */
  path: string;
  /** 1 for the first try. */
  attempt: number;
  status?: number;
  elapsedMs?: number;
  headers?: Record<string, string>;
  note?: string;
}

export const hasFile = ({ form = [] }: Operation) => form.some((part) => 'file' in part);
