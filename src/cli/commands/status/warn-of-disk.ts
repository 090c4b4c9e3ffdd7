import type { Context } from '../../context.ts';
import { roomBeside } from '../service-places.ts';

/** Of a service whose data is on this machine: the disk of another one is for whoever runs it. */
export async function warnOfDisk(tokenFile: string | undefined, { streams }: Pick<Context, 'streams'>): Promise<void> {
  const room = await roomBeside(tokenFile);
  if (room === undefined || room.freeBytes >= room.leastBytes) return;
  const [left, wanted] = [room.freeBytes, room.leastBytes].map((bytes) => `${Math.floor(bytes / 2 ** 20)} MB`);
  streams.warn({
    before: `the disk of the service is nearly full: ${left} are free where ${room.folder} lies, and ${wanted} should be. Make room on it: photos are refused and models wait when it is full. What else is known of the service is told by`,
    command: ['doctor'],
  });
}
