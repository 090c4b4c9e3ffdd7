import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Finding, right, wrong } from '../../../contract/finding.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { failure } from './failure.ts';

/** Private copies of a few photos, and the journal. */
const LEAST_ROOM_BYTES = 100 * 2 ** 20;
const MOST_APART_MS = 5 * 60_000;

/** Looks at what commands of this user need: settings, a token that the service takes, room for the journal. */
export async function clientFindings(context: Context): Promise<Finding[]> {
  const checks: readonly [about: string, look: (context: Context) => Promise<Finding[]>][] = [
    ['settings', settings],
    ['service', service],
    ['open changes', openChanges],
    ['disk', room],
    ['photos', photos],
  ];
  const findings: Finding[] = [];
  for (const [about, look] of checks) {
    try {
      findings.push(...(await look(context)));
    } catch (error) {
      if (!(error instanceof ReconError) || error.isStop) throw error;
      findings.push(failure(about, error, context));
    }
  }
  return findings;
}

async function settings(context: Context): Promise<Finding[]> {
  const configuration = await context.configuration();
  await configuration.settings();
  return [right('settings', `${configuration.file} can be read`)];
}

/** The token, the way there, and the clock: by one request that shows nothing. */
async function service(context: Context): Promise<Finding[]> {
  const connection = await (await context.configuration()).connection();
  const { baseUrl, from } = connection;
  const client = await context.clientFor(connection);
  const { answer, refusal } = await client.call({ method: 'GET', path: '/patients?per_page=1' });
  if (refusal !== undefined) throw refusal;
  const findings = [right('service', `${baseUrl} answers, and takes the token`)];
  if (from.kind === 'file') {
    const fix = { command: ['login'], because: 'where a keyring is there' };
    findings.push(wrong('token', `it lies in a plain file, ${from.where}`, fix));
  }
  const date = Date.parse(String(answer.headers['date'] ?? ''));
  const apart = Math.abs(date - context.clock.now());
  if (apart > MOST_APART_MS) {
    const found = `this machine and the service are ${Math.round(apart / 60_000)} minutes apart`;
    findings.push(wrong('clock', found, 'set the clock of this machine'));
  } else if (apart >= 0) findings.push(right('clock', 'this machine and the service have the same time'));
  return findings;
}

async function openChanges(context: Context): Promise<Finding[]> {
  const places = await (await context.leftOpen()).list();
  const count = places.reduce((sum, { changes, imports }) => sum + changes.length + imports.length, 0);
  if (count === 0) return [right('open changes', 'none')];
  return [wrong('open changes', `${count} ${count === 1 ? 'is' : 'are'} open`, { command: ['resume'] })];
}

async function room(context: Context): Promise<Finding[]> {
  const { stateFolder } = (await context.configuration()).paths;
  const { bavail, bsize } = await nearest(stateFolder);
  const found = `${Math.floor((bavail * bsize) / 2 ** 20)} MB are free for journal and copies of photos`;
  if (bavail * bsize >= LEAST_ROOM_BYTES) return [right('disk', found)];
  return [wrong('disk', found, `make room where ${stateFolder} lies`)];
}

/** Of the folder, or of the first one above it that is there. */
const nearest = (folder: string): Promise<{ bavail: number; bsize: number }> =>
  statfs(folder).catch((error: unknown) => {
    if (dirname(folder) === folder) throw error;
    return nearest(dirname(folder));
  });

/** Photos are decoded by a part that is made for each kind of machine. */
async function photos(): Promise<Finding[]> {
  const { canDecode } = await import('../../../core/can-decode.ts');
  if (await canDecode()) return [right('photos', 'can be decoded')];
  return [wrong('photos', 'cannot be decoded: sharp is not there for this machine', 'npm install --global recon')];
}
