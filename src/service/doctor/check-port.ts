import { type Finding, right, wrong } from '../../contract/finding.ts';
import { systemErrorCode } from '../../errors.ts';
import { isServed } from '../../system/filling.ts';
import { whereItRuns } from '../running.ts';
import { tryPort } from '../try-port.ts';
import type { Looked } from './looked.ts';

/** Whether the service can answer where it did: another program may have taken its port while it was stopped. */
export async function checkPort({
  address,
  places: { dataFolder },
}: Pick<Looked, 'address' | 'places'>): Promise<Finding[]> {
  if (address === undefined) return [];
  const { hostname, port: number } = new URL(address);
  if (number === '' || !(await isInUse(hostname.replaceAll(/[[\]]/g, ''), Number(number)))) {
    return [right('port', `${address} is free for the service`)];
  }
  if (await isServed(dataFolder)) return [right('port', `the service runs${await whereItRuns(dataFolder)}`)];
  const fix = { before: 'stop the other program, or', command: ['serve', '--port', 'N'] };
  return [wrong('port', `the service does not run, and another program is at ${address}`, fix)];
}

const isInUse = (host: string, port: number): Promise<boolean> =>
  tryPort(host, port).then(
    () => false,
    (error: unknown) => systemErrorCode(error) === 'EADDRINUSE',
  );
