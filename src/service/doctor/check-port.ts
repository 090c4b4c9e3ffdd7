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
  if (!(await isTaken(address))) return [right('port', `${address} is free for the service`)];
  if (await isServed(dataFolder)) return [right('port', `the service runs${await whereItRuns(dataFolder)}`)];
  const moved = `if the data were moved, that may be their service, and ${dataFolder} has the old ones: look there with its --data or RECON_SERVE_DATABASE`;
  const fix = { before: `${moved}; else stop the other program, or`, command: ['serve', '--port', 'N'] };
  return [wrong('port', `the service does not run, and another program is at ${address}`, fix)];
}

/** Whether another program answers at the address of a service that does not run: perhaps a service that has its data now. */
export async function isTakenByOther(address: string, dataFolder: string): Promise<boolean> {
  return (await isTaken(address)) && !(await isServed(dataFolder));
}

async function isTaken(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  if (port === '') return false;
  return await tryPort(hostname.replaceAll(/[[\]]/g, ''), Number(port)).then(
    () => false,
    (error: unknown) => systemErrorCode(error) === 'EADDRINUSE',
  );
}
