import { reconstructionFormField } from '../../contract/fields.ts';
import {
  type ArrivedPhotosAnswer,
  LANGUAGE_PARAMETER,
  type PageRefusal,
  PHOTO_ID_FIELD,
  PHOTO_SHA256_FIELD,
  type PhotoLookAnswer,
  patientPagePaths,
  type RefusalReason,
  SEEN_PHOTOS_FIELD,
  type SeenPhotos,
  type SentAnswer,
  type SetLookAnswer,
} from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';
import { isArrived, isPhotoLook, isSent, isSetLook, type Shape } from './answer-shapes.ts';
import type { KeptPhoto } from './kept-photos.ts';
import { pause } from './page-root.ts';

/** The service did not take it. Status 0: it was not reached. */
export class NotTaken extends Error {
  readonly status: number;
  /** When to come again, in ms, where the service told. */
  readonly afterMs: number | undefined;
  /** Where the status alone does not say it. */
  readonly reason: RefusalReason | undefined;

  constructor(status: number, { afterMs, reason }: { afterMs?: number | undefined; reason?: RefusalReason } = {}) {
    super(`not taken: ${status}`);
    this.status = status;
    this.afterMs = afterMs;
    this.reason = reason;
  }

  /** The link takes no photos any more: the page that the service now has says why. */
  get isOver(): boolean {
    return this.status === 404 || this.reason === 'accepted';
  }

  /** It may go well when it is tried again by itself. */
  get isForNow(): boolean {
    return !this.isOver && this.status !== 422 && this.reason !== 'photos_changed';
  }
}

interface Question<Answer> {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  /** An answer of another shape is not the service's. */
  shape: Shape<Answer>;
  body?: FormData | URLSearchParams;
  headers?: Record<string, string>;
  onProgress?: ((fraction: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A phone that goes to sleep in the middle must not wait for ever. */
const QUIET_LIMIT_MS = 60_000;

/** Asks the service, by XMLHttpRequest: `fetch` does not tell how much of a body is sent. @throws NotTaken */
function ask<Answer>(question: Question<Answer>): Promise<Answer> {
  const { method, path, shape, body, headers = {}, onProgress, signal } = question;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new NotTaken(0));
    const request = new XMLHttpRequest();
    let quiet = setTimeout(() => request.abort(), QUIET_LIMIT_MS);
    const heard = () => {
      clearTimeout(quiet);
      quiet = setTimeout(() => request.abort(), QUIET_LIMIT_MS);
    };
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => {
      heard();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onprogress = heard;
    const leave = () => request.abort();
    signal?.addEventListener('abort', leave, { once: true });
    request.onloadend = () => {
      clearTimeout(quiet);
      signal?.removeEventListener('abort', leave);
      const { status, responseText } = request;
      if (status >= 200 && status < 300) {
        const answer = parsed(responseText);
        return shape(answer) ? resolve(answer) : reject(new NotTaken(0));
      }
      const seconds = Number(request.getResponseHeader('retry-after') ?? '');
      const afterMs = seconds > 0 ? seconds * 1000 : undefined;
      reject(new NotTaken(status, { ...refusalOf(responseText), afterMs }));
    };
    request.send(body ?? null);
  });
}

/** Whatever stands between may answer too, in its own words. */
function refusalOf(text: string): PageRefusal {
  const { reason } = (parsed(text) ?? {}) as PageRefusal;
  return reason === undefined ? {} : { reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Path of the page, with the secret. */
const page = () => location.pathname;

/** An address of the service, for a page in the language of this one. */
export function inThisLanguage(address: string): URL {
  const next = new URL(address, location.origin);
  const language = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER);
  if (language !== null) next.searchParams.set(LANGUAGE_PARAMETER, language);
  return next;
}

export const arrivedPhotos = () =>
  ask<ArrivedPhotosAnswer>({ method: 'GET', path: patientPagePaths.photos(page()), shape: isArrived });

export function putPhoto({ view, id, sha256, bytes }: KeptPhoto, onProgress: (fraction: number) => void) {
  const body = new FormData();
  body.append(PHOTO_ID_FIELD, id);
  body.append(PHOTO_SHA256_FIELD, sha256);
  body.append(reconstructionFormField(view), new Blob([bytes]), view);
  const path = patientPagePaths.photo(page(), view);
  return ask<ArrivedPhotosAnswer>({ method: 'PUT', path, shape: isArrived, body, onProgress });
}

/** A look only advises, so one that does not come is no trouble: undefined, also for who does not wait any more. */
export const lookAt = (view: View, signal: AbortSignal) =>
  askedTwice<PhotoLookAnswer>({
    method: 'GET',
    path: patientPagePaths.look(page(), view),
    shape: isPhotoLook,
    signal,
  });

/** As they are typed. */
export type TypedMeasures = Readonly<Record<string, string>>;

/** The same of all photos, with the measures. */
export const lookTogether = (measures: TypedMeasures, seen: SeenPhotos, signal: AbortSignal) =>
  askedTwice<SetLookAnswer>({
    method: 'POST',
    path: patientPagePaths.lookTogether(page()),
    shape: isSetLook,
    body: setOf(measures, seen),
    signal,
  });

/** The answer; undefined where there is none, also at the time that the service named. */
async function askedTwice<Answer>(question: Question<Answer> & { signal: AbortSignal }): Promise<Answer | undefined> {
  try {
    return await ask(question);
  } catch (error) {
    if (!(error instanceof NotTaken) || error.afterMs === undefined) return undefined;
    await pause(error.afterMs, question.signal);
    return ask(question).catch(() => undefined);
  }
}

export const sendSet = (
  measures: TypedMeasures,
  { seen, key }: { seen: SeenPhotos; key: string },
  signal?: AbortSignal,
) =>
  ask<SentAnswer>({
    method: 'POST',
    path: patientPagePaths.send(page()),
    shape: isSent,
    body: setOf(measures, seen),
    headers: { 'idempotency-key': key },
    signal,
  });

function setOf(measures: TypedMeasures, seen: SeenPhotos): URLSearchParams {
  const body = new URLSearchParams(Object.entries(measures).map(([name, text]) => [`reconstruction[${name}]`, text]));
  body.set(SEEN_PHOTOS_FIELD, JSON.stringify(seen));
  return body;
}
