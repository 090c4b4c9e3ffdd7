import { wholeAnswer, write } from '../fault-proxy.ts';
import type { Fault } from '../faults.ts';
import { headOf } from '../scripted-server.ts';

export const status = (code: number, name = `${code}`, headers: Record<string, string> = {}): Fault => ({
  name,
  reply: (socket) =>
    write(
      socket,
      wholeAnswer({
        status: code,
        headers: { 'content-type': 'application/json', ...headers },
        body: Buffer.from('{"error":"the gateway is napping"}'),
      }),
    ),
});

export const redirect = (code: number): Fault => ({
  name: `${code} to another host`,
  reply: (socket, _answer, { elsewhere }) =>
    write(socket, headOf(code, { location: `${elsewhere}/patients`, 'content-length': 0 })),
});

/** Statuses that leave open whether the service did it: whoever stands between may have given up on it. */
export const STATUSES: readonly Fault[] = [
  status(500),
  status(502),
  {
    name: '502 with a web page',
    reply: (socket) =>
      write(
        socket,
        wholeAnswer({
          status: 502,
          headers: { 'content-type': 'text/html' },
          body: Buffer.from('<h1>Bad gateway</h1>'),
        }),
      ),
  },
  {
    name: '502 cut',
    reply: (socket) => {
      write(socket, `${headOf(502, { 'content-length': 400 })}{"err`);
      socket.end();
    },
  },
  status(503),
  status(503, '503, come back in 1 s', { 'retry-after': '1' }),
  status(503, '503, come back in an hour', { 'retry-after': '3600' }),
  status(504),
  status(507),
  status(520),
  status(522),
  status(524),
  status(599),
  status(408),
  redirect(300),
  redirect(302),
  redirect(303),
  { name: '304', reply: (socket) => write(socket, headOf(304)) },
];
