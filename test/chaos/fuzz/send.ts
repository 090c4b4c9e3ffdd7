import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends requests over connections that are kept. A connection that breaks gives undefined. */
export function openSender(baseUrl: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  return {
    send: ({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer | undefined> =>
      new Promise((resolve) => {
        // Node sends no other characters.
        const plainPath = path.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
        const length = body === undefined ? {} : { 'content-length': body.length };
        const sent = request(
          { hostname, port, agent, method, path: plainPath, headers: { ...headers, ...length } },
          (answer) => {
            const { statusCode: status = 0, headers: got } = answer;
            buffer(answer).then(
              (bytes) => resolve({ status, headers: got, body: bytes }),
              () => resolve(undefined),
            );
          },
        );
        sent.once('error', () => resolve(undefined));
        sent.end(body);
      }),
    /** Bytes as they are, on a connection of their own; what came back until it closed. */
    sendBytes: (bytes: Buffer): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), hostname);
        const heard: Buffer[] = [];
        socket.on('data', (chunk) => heard.push(chunk));
        socket.on('error', () => {});
        socket.on('close', () => resolve(Buffer.concat(heard).toString('latin1')));
        socket.end(bytes);
      }),
    close: () => agent.destroy(),
  };
}
