import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Whether a disk of a few kilobytes can be made here: root may. Where RECON_TEST_REQUIRE is `all` it must be so. */
export function canMount(): boolean {
  try {
    smallDisk('64k').unmount();
    return true;
  } catch (error) {
    if (process.env['RECON_TEST_REQUIRE'] === 'all') throw error;
    return false;
  }
}

/** A disk in memory that is soon full. */
export function smallDisk(size: string) {
  const folder = mkdtempSync(join(tmpdir(), 'recon-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  return {
    folder,
    /** Takes room away. */
    fill: (name: string, bytes: number) => writeFileSync(join(folder, name), Buffer.alloc(bytes)),
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** One for the running test alone. */
export function openSmallDisk(size: string) {
  const disk = smallDisk(size);
  onTestFinished(disk.unmount);
  return disk;
}
