import type { IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { type Client, createClient } from '../../src/core/client.ts';
import { createTransport, type TransportOptions } from '../../src/http/transport.ts';
import { httpServer } from '../http/servers.ts';

export const TOKEN = 'rcn_canary-0123456789abcdef';

interface Part {
  name: string;
  fileName: string | undefined;
  contentType: string | undefined;
  body: Buffer;
}

export interface Recorded {
  method: string;
  /** As it stood on the request line. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Parts of a multipart body, read by our own strict reader. */
  parts: Part[];
}

export interface Reaction {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

export interface Recorder {
  url: string;
  requests: Recorded[];
  client: Client;
}

/** A service that notes every request byte by byte and says what the test wants. Closed with the test. */
export async function record(
  react: string | ((request: Recorded, number: number) => Reaction),
  over: Partial<TransportOptions> & { prefix?: string } = {},
): Promise<Recorder> {
  const requests: Recorded[] = [];
  const { url } = await httpServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      const { method = '', url = '', headers } = request;
      const recorded = { method, url, headers, body, parts: partsOf(headers['content-type'], body) };
      requests.push(recorded);
      const reaction = typeof react === 'string' ? { body: react } : react(recorded, requests.length);
      response.writeHead(reaction.status ?? 200, { 'content-type': 'application/json', ...reaction.headers });
      response.end(reaction.body);
    });
  });
  const client = clientOf(`${url}${over.prefix ?? ''}`, over);
  return { url, requests, client };
}

/** A client that backs off without delay. Closed with the test. */
function clientOf(baseUrl: string, over: Partial<TransportOptions> = {}): Client {
  const client = createClient(
    createTransport({
      baseUrl,
      token: async () => TOKEN,
      clock: systemClock,
      proxy: {},
      userAgent: 'recon/test',
      random: () => 0,
      ...over,
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

/** Reads multipart/form-data to the letter of RFC 7578: anything out of place throws. */
function partsOf(contentType: string | undefined, body: Buffer): Part[] {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(contentType ?? '')?.[1];
  if (boundary === undefined) return [];
  const text = body.toString('latin1');
  if (!text.startsWith(`--${boundary}\r\n`) || !text.endsWith(`\r\n--${boundary}--\r\n`)) throw new Error('bad frame');
  const inner = text.slice(`--${boundary}\r\n`.length, -`\r\n--${boundary}--\r\n`.length);
  return inner.split(`\r\n--${boundary}\r\n`).map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const head = part.slice(0, end);
    const disposition = /^Content-Disposition: form-data; name="([^"]*)"(?:; filename="([^"]*)")?$/m.exec(
      head.replaceAll('\r', ''),
    );
    if (disposition === null) throw new Error(`bad part: ${head}`);
    return {
      name: disposition[1]!,
      fileName: disposition[2],
      contentType: /^Content-Type: (.+)$/im.exec(head.replaceAll('\r', ''))?.[1],
      body: Buffer.from(part.slice(end + 4), 'latin1'),
    };
  });
}
