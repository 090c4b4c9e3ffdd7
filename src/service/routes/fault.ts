import type { FastifyRequest } from 'fastify';

/** What may stand in a log: a message may quote what a person sent, and so may whatever else an error carries. */
export interface Fault {
  /** The request's id, method and path pattern, the error's class and code, and where it was thrown. */
  line: string;
  /** Where that was called from. */
  callers: string[];
}

/** A fault of ours in carrying out a request. */
export function faultOf(error: unknown, request: FastifyRequest): Fault {
  const [thrown = 'an unknown place', ...callers] = framesOf(error);
  const route = `${request.method} ${request.routeOptions.url ?? 'of no known path'}`;
  return { line: `request ${request.id} failed: ${route}: ${nameOf(error)} at ${thrown}`, callers };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = 'code' in error ? word(error.code) : undefined;
  return `${word(error.name) ?? 'Error'}${code === undefined ? '' : ` (${code})`}`;
}

const word = (text: unknown) => (typeof text === 'string' && /^\w{1,60}$/.test(text) ? text : undefined);

/** Places in the code. The message stands before them in `stack` and may look like some, so it is cut off first. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { stack = '', message } = error;
  const start = stack.indexOf(message);
  const lines = start < 0 ? [] : stack.slice(start + message.length).split('\n');
  return lines.flatMap((line) => /^ {4}at (.*:\d+:\d+\)?)$/.exec(line)?.[1] ?? []).slice(0, 8);
}
