import { connect, type Socket } from 'node:net';

export interface Dripping {
  socket: Socket;
  /** What was answered, once the other side has closed. */
  answer: Promise<string>;
  /** Sends these bytes. */
  send(bytes: Buffer | string): void;
  stop(): void;
}

/** A connection that sends a head and then `bytes` every `everyMs`, until it is stopped or closed. */
export function drip(url: string, head: string, { bytes = 'x', everyMs = 100 } = {}): Dripping {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  socket.on('error', () => {});
  socket.write(head);
  const timer = setInterval(() => socket.write(bytes), everyMs);
  const answer = new Promise<string>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer);
      resolve(heard);
    });
  });
  return {
    socket,
    answer,
    send: (more) => void socket.write(more),
    stop: () => {
      clearInterval(timer);
      socket.destroy();
    },
  };
}

const BOUNDARY = 'slow';

/** The beginning of a request that uploads a photo of `size` bytes. */
export function uploadHead(
  path: string,
  { host, token, size = 20_000_000 }: { host: string; token?: string; size?: number },
): string {
  const part = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="reconstruction[front]"; filename="f.jpg"\r\n\r\n`;
  return [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${size}`,
    '',
    part,
  ].join('\r\n');
}
