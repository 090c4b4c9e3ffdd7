import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { formData, type TestForm } from './running-service.ts';

/** A request that takes long. */
export interface UnderWay {
  /** Resolves when the service is at work on it. */
  begun: Promise<unknown>;
  /** Resolves at its end; cut means that the connection broke before the answer was whole. */
  ended: Promise<'cut' | 'whole'>;
}

/** A revoked token, an expired one and a disabled account end within this. */
export const ENDS_WITHIN_MS = 1_000;

/** How requests end until a timer of a second, begun now, fires; it is late where this process is held up. */
export function endsInTime(requests: readonly UnderWay[]): Promise<string[]> {
  const late = sleep(ENDS_WITHIN_MS).then(() => 'late');
  return Promise.all(requests.map(({ ended }) => Promise.race([ended, late])));
}

interface Asked {
  url: string;
  token?: string;
}

/** 3 MB a second. */
const READ_EVERY_MS = 20;

/** A download whose caller reads slowly. */
export function slowDownload({ url, token }: Asked, path: string): UnderWay {
  const sent = request(`${url}${path}`, { agent: false, headers: bearer(token) });
  const begun = new Promise<void>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`the download is answered with ${answer.statusCode}`));
      answer.on('data', () => {
        answer.pause();
        resolve();
        sleep(READ_EVERY_MS).then(() => answer.resume());
      });
    });
  });
  const ended = endOf(sent);
  sent.end();
  return { begun, ended };
}

/** A create whose model is never made; it has begun when its patient is listed. */
export function waitingCreate({ url, token }: Asked, form: TestForm): UnderWay {
  const body = new Response(formData(form));
  const headers = { ...bearer(token), 'content-type': body.headers.get('content-type')! };
  const sent = request(`${url}/patients`, { method: 'POST', agent: false, headers });
  const ended = endOf(sent);
  const begun = body.arrayBuffer().then((bytes) => sent.end(Buffer.from(bytes)));
  return { begun, ended };
}

/** A form whose body does not end. */
export function endlessUpload({ url, token }: Asked): UnderWay {
  const headers = { ...bearer(token), 'content-type': 'multipart/form-data; boundary=b' };
  const sent = request(`${url}/patients`, { method: 'POST', agent: false, headers });
  const ended = endOf(sent);
  const begun = new Promise((resolve) => sent.once('socket', (socket) => socket.once('connect', resolve)));
  sent.write('--b\r\ncontent-disposition: form-data; name="patient[name]"\r\n\r\nUnfinished');
  return { begun, ended };
}

const bearer = (token: string | undefined) => (token === undefined ? {} : { authorization: `Bearer ${token}` });

function endOf(sent: ClientRequest): UnderWay['ended'] {
  let answer: IncomingMessage | undefined;
  sent.once('response', (one) => {
    answer = one;
    one.on('error', () => undefined);
  });
  sent.on('error', () => undefined);
  return new Promise((resolve) => sent.once('close', () => resolve(answer?.complete === true ? 'whole' : 'cut')));
}
