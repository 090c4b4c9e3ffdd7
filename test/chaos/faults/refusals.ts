import type { Fault } from '../faults.ts';
import { redirect, status } from './statuses.ts';

const refused = (fault: Fault, exit: number): Fault => ({ ...fault, saysRefused: { once: exit, always: exit } });
const refusal = (code: number, exit: number, ...more: [name?: string, headers?: Record<string, string>]) =>
  refused(status(code, ...more), exit);

/** Met by another try, once the service wants one. */
const later = (name: string, headers: Record<string, string> = {}): Fault => ({
  ...refusal(429, 6, name, headers),
  saysRefused: { once: 0, always: 6 },
});

const inMs = (ms: number) => new Date(Date.now() + ms).toUTCString();

/** Answers that say that it was not done: final ones, and those that ask to come back. */
export const REFUSALS: readonly Fault[] = [
  refusal(400, 5),
  refusal(401, 4),
  refusal(403, 4),
  { ...refusal(404, 3), isAboutPatient: true },
  refusal(405, 11),
  refusal(409, 5),
  { ...refusal(410, 3), isAboutPatient: true },
  refusal(413, 5),
  refusal(415, 5),
  refusal(422, 5),
  refusal(501, 11),
  refused(redirect(301), 11),
  refused(redirect(307), 11),
  refused(redirect(308), 11),
  later('429'),
  later('429, come back in 1 s', { 'retry-after': '1' }),
  later('429, come back yesterday', { 'retry-after': inMs(-86_400_000) }),
  refusal(429, 6, '429, come back in an hour', { 'retry-after': '3600' }),
  later('429, come back in -5 s', { 'retry-after': '-5' }),
  refusal(429, 6, '429, come back in 1e9 s', { 'retry-after': '1000000000' }),
];
