import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/clock.ts';
import type { ReconError } from '../../src/errors.ts';
import {
  createTransport,
  type FormPart,
  type Operation,
  type TraceEvent,
  type Transport,
  type TransportOptions,
} from '../../src/http/transport.ts';
import { lineText } from '../../src/system/line-text.ts';

export const TOKEN = 'rcn_canary-0123456789abcdef';

/** A clock whose seconds pass `times` as fast, so that real limits can be waited out. */
export function fastClock(times: number): Clock {
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() * times,
    sleep: (ms, signal) => systemClock.sleep(ms / times, signal),
  };
}

export interface Heard {
  /** Requests begun so far, all tries counted. */
  tries(): number;
  notices: string[];
  traces: TraceEvent[];
}

/** A transport that backs off without delay and tells what it said. Closed with the test. */
export function transportTo(baseUrl: string, over: Partial<TransportOptions> = {}): Transport & Heard {
  const heard: Heard = {
    notices: [],
    traces: [],
    tries: () => heard.traces.filter(({ step }) => step === 'request').length,
  };
  const transport = createTransport({
    baseUrl,
    token: async () => TOKEN,
    clock: systemClock,
    proxy: {},
    userAgent: 'recon/test',
    random: () => 0,
    onNotice: (text) => heard.notices.push(text),
    onWaiting: (line) => line !== undefined && heard.notices.push(lineText(line)),
    onTrace: (event) => heard.traces.push(event),
    ...over,
  });
  onTestFinished(() => transport.close());
  return { ...transport, ...heard };
}

export const aRead = (over: Partial<Operation> = {}): Operation => ({
  method: 'GET',
  path: '/patients',
  kind: 'read',
  ...over,
});

export const aChange = (over: Partial<Operation> = {}): Operation => ({
  method: 'POST',
  path: '/patients',
  kind: 'change',
  ...over,
});

/** A form of one text and one file of the given size. */
export const formOf = (sizeBytes: number): FormPart[] => [
  { name: 'patient[name]', value: 'Ana' },
  { name: 'reconstruction[left]', file: fileOf(sizeBytes) },
];

export const fileOf = (sizeBytes: number) => ({
  open: () => zeros(sizeBytes),
  sizeBytes,
  fileName: 'left.jpg',
  contentType: 'image/jpeg',
});

/** That many bytes, as a stream of pieces. */
function zeros(sizeBytes: number): Readable {
  let left = sizeBytes;
  return new Readable({
    read() {
      const piece = Buffer.alloc(Math.min(left, 64 * 1024));
      left -= piece.length;
      this.push(piece.length === 0 ? null : piece);
    },
  });
}

/** The error that a promise ends in; a success fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<ReconError> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`expected a failure, got ${JSON.stringify(outcome.value)}`);
  return outcome.error as ReconError;
}
