import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Finding, right, wrong } from '../../contract/finding.ts';
import { systemErrorCode } from '../../errors.ts';
import { takeFileLock } from '../../system/file-lock.ts';
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
  const release = await takeFileLock(join(dataFolder, 'service.lock'));
  if (release === undefined) return [right('port', `the service runs at ${address}`)];
  release();
  const fix = { before: 'stop the other program, or', command: ['serve', '--port', 'N'] };
  return [wrong('port', `the service does not run, and another program is at ${address}`, fix)];
}

async function isInUse(host: string, number: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ host, port: number });
    await once(server, 'listening');
    return false;
  } catch (error) {
    return systemErrorCode(error) === 'EADDRINUSE';
  } finally {
    server.close();
  }
}
