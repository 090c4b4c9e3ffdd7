import type { FastifyRequest } from 'fastify';

/** The parts of a fault that may be logged: its message and other fields may quote what a person sent. */
export interface Fault {
  /** The request's id, method and path pattern, the error's class and code, and where it was thrown. */
  line: string;
  /** The same in parts. */
  facts: { method: string; route: string; error: string; at: string };
  /** The callers of that place in the code. */
  callers: string[];
}

/** Describes a fault of the service while it carried out a request. */
export function describeFault(error: unknown, request: FastifyRequest): Fault {
  const [thrown = 'an unknown place', ...callers] = framesOf(error);
  const { method, routeOptions } = request;
  const facts = { method, route: routeOptions.url ?? 'of no known path', error: nameOf(error), at: thrown };
  return {
    line: `request ${request.id} failed: ${method} ${facts.route}: ${facts.error} at ${thrown}`,
    facts,
    callers,
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = 'code' in error ? word(error.code) : undefined;
  return `${word(error.name) ?? 'Error'}${code === undefined ? '' : ` (${code})`}`;
}

const word = (text: unknown) => (typeof text === 'string' && /^\w{1,60}$/.test(text) ? text : undefined);

/** Places in the code. `stack` begins with the message, which may look like such a place, so it is cut off first. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { stack = '', message } = error;
  const start = stack.indexOf(message);
  const lines = start < 0 ? [] : stack.slice(start + message.length).split('\n');
  return lines.flatMap((line) => /^ {4}at (.*:\d+:\d+\)?)$/.exec(line)?.[1] ?? []).slice(0, 8);
}
