import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestForm } from '../support/running-service.ts';
import { formData } from '../support/running-service.ts';

export interface PacedRequest {
  method: string;
  path: string;
  form?: TestForm;
  /** How long the sending of the form, and the reading of the answer, are drawn out. */
  sendMs: number;
  readMs: number;
}

/** What became of a request: a whole answer, nobody there, or a connection that broke before the answer was whole. */
export interface Ending {
  kind: 'answered' | 'nobody' | 'cut';
  status: number;
  body: Buffer;
  /** Why a connection broke. */
  why: string;
  beganAt: number;
}

const PIECES = 8;

/** One request on a connection of its own, slowly. Never throws. */
export async function pacedRequest(
  { url, token }: { url: string; token: string },
  wanted: PacedRequest,
): Promise<Ending> {
  const beganAt = performance.now();
  const ending = { status: 0, body: Buffer.alloc(0), why: '', beganAt };
  try {
    return { ...ending, kind: 'answered', ...(await carriedOut(url, token, wanted)) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ...ending, kind: code === 'ECONNREFUSED' ? 'nobody' : 'cut', why: `${code ?? ''} ${message}` };
  }
}

async function carriedOut(url: string, token: string, { method, path, form, sendMs, readMs }: PacedRequest) {
  const encoded = form === undefined ? undefined : new Response(formData(form));
  const body = Buffer.from((await encoded?.arrayBuffer()) ?? new ArrayBuffer(0));
  const sent = request(`${url}${path}`, {
    method,
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-length': body.length,
      ...(encoded && { 'content-type': encoded.headers.get('content-type')! }),
    },
  });
  const answer = new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of response) {
          chunks.push(chunk);
          // The last piece is not waited after: many small ones would take for ever.
          if (chunks.length <= PIECES) await sleep(readMs / PIECES);
        }
        resolve({ status: response.statusCode!, body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
  });
  answer.catch(() => {});
  const size = Math.ceil(body.length / PIECES);
  for (let at = 0; at < body.length && !sent.destroyed; at += size) {
    sent.write(body.subarray(at, at + size));
    await sleep(sendMs / PIECES);
  }
  sent.end();
  return answer;
}
