import type { Line } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { roomBeside } from './service-places.ts';

/** Of a service whose data is on this machine: the disk of another one is for whoever runs it. */
export async function warnOfDisk(tokenFile: string | undefined, warn: (line: Line) => void): Promise<void> {
  const room = await roomBeside(tokenFile);
  if (room === undefined || room.freeBytes >= room.leastBytes) return;
  const [left, wanted] = [room.freeBytes, room.leastBytes].map(byteSizeText);
  warn({
    before: `the disk of the service is nearly full: ${left} are free, and at least ${wanted} should be. When it is full, photos are refused and models wait: make room where ${room.folder} is. To look at the whole service`,
    command: ['doctor'],
  });
}
