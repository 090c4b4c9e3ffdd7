import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DownloadHooks } from '../../src/core/archive/receive.ts';
import { createClient } from '../../src/core/client.ts';
import { downloadArchive } from '../../src/core/download.ts';
import { transportTo } from '../http/quick.ts';
import { httpServer } from '../http/servers.ts';
import { impatientClock } from '../support/impatient-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { soundZip } from '../support/zip-maker.ts';

export const ETAG = '"v1"';
export const zip = soundZip();
export const half = Math.floor(zip.length / 2);

export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

export interface Whole {
  bytes?: Buffer;
  etag?: string;
  acceptRanges?: string;
  /** Sends so many bytes and breaks the connection. */
  cutAt?: number;
}

const sent = (response: ServerResponse, bytes: Buffer, cutAt: number | undefined) => {
  if (cutAt === undefined) return void response.end(bytes);
  response.write(bytes.subarray(0, cutAt), () => response.destroy());
};

export const whole =
  ({ bytes = zip, etag = ETAG, acceptRanges = 'bytes', cutAt }: Whole = {}): Reply =>
  (response) => {
    const headers = { etag, 'accept-ranges': acceptRanges, 'content-length': bytes.length };
    response.writeHead(200, Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== '')));
    sent(response, bytes, cutAt);
  };

interface Rest extends Whole {
  /** Instead of the true one. */
  contentRange?: string;
}

/** What is asked for, or what `contentRange` says instead. */
export const rest =
  ({ bytes = zip, etag = ETAG, contentRange, cutAt }: Rest = {}): Reply =>
  (response, { headers }) => {
    const startAt = Number(/^bytes=(\d+)-$/.exec(String(headers.range))?.[1]);
    const body = bytes.subarray(startAt);
    response.writeHead(206, {
      etag,
      'content-range': contentRange ?? `bytes ${startAt}-${bytes.length - 1}/${bytes.length}`,
      'content-length': body.length,
    });
    sent(response, body, cutAt);
  };

export const gone: Reply = (response) => response.writeHead(416, { 'content-range': `bytes */${zip.length}` }).end();
export const refused =
  (status: number): Reply =>
  (response) =>
    response.writeHead(status).end('{}');

/** A service that gives each request the next reply, the last one for ever, and runs that download from it. */
export async function setUp(...replies: Reply[]) {
  const asked: string[] = [];
  let script = replies;
  const { url } = await httpServer((request, response) => {
    const { headers } = request;
    asked.push([headers.range, headers['if-range']].filter((header) => header !== undefined).join(' ') || 'whole');
    (script.length > 1 ? script.shift()! : script[0]!)(response, request);
  });
  const folder = tempFolder();
  const target = join(folder, 'ana.zip');
  const run = (options: Partial<DownloadHooks> & { id?: string; force?: boolean; resumable?: boolean } = {}) => {
    const { id = '7', force = false, resumable = true, ...hooks } = options;
    const client = createClient(transportTo(url, { signal: hooks.signal }));
    const request = { id, type: 'face', target, force, resumable } as const;
    return downloadArchive(client, request, { clock: impatientClock(), ...hooks });
  };
  const filesLeft = () => readdirSync(folder).sort();
  /** From here on these replies, and `asked` begins anew. */
  const say = (...next: Reply[]) => {
    script = next;
    asked.length = 0;
  };
  return { asked, say, target, run, filesLeft, part: `${target}.part`, note: `${target}.part.json` };
}

export const expectWhole = (path: string) => expect(readFileSync(path).equals(zip)).toBe(true);
export const restOf = (startAt: number) => `bytes=${startAt}- ${ETAG}`;
