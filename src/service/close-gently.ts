import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** The time that the rest of a request has to come in after its answer; nginx calls it lingering_time. */
const LINGER_MS = 10_000;

/**
 * An answer that comes before the end of its request, such as a 401 to a large upload, reaches the sender. Without
 * keep-alive, Node closes the connection at once; unread bytes make that a reset, and whoever is still sending never
 * sees the answer: nginx tells a 502 instead. So our half is closed, and the rest is read and thrown away.
 */
export function closeGently(server: Server): void {
  server.on('request', (request) => {
    request.socket.destroySoon = () => endAfter(request);
  });
}

function endAfter(request: IncomingMessage): void {
  const { socket } = request;
  if (request.complete || socket.readableEnded || socket.destroyed) {
    Socket.prototype.destroySoon.call(socket);
    return;
  }
  const end = () => void socket.destroy();
  const late = setTimeout(end, LINGER_MS);
  socket.once('close', () => clearTimeout(late));
  request.once('end', end);
  socket.end();
  request.resume();
}
