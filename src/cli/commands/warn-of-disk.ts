import type { Line } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { folderOfToken } from '../../system/folder-of-token.ts';

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

/** The room on the disk of the service whose token lies in this file; undefined where that is no service of this machine. */
async function roomBeside(tokenFile: string | undefined) {
  const folder = folderOfToken(tokenFile);
  if (folder === undefined) return undefined;
  const { freeBytes, LEAST_ROOM_BYTES } = await import('../../service/disk-state.ts');
  const free = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY);
  return { folder, freeBytes: free, leastBytes: LEAST_ROOM_BYTES };
}
