import { statOf } from '../../system/proc-stat.ts';

/**
 * Whether a shell has started this program in the background, `recon … &`: whoever changes the terminal or reads from it
 * is stopped there. Where nothing tells it, no.
 */
export async function isInBackground(): Promise<boolean> {
  const own = (await statOf('self')) ?? (await statFromPs());
  // A terminal that is not this session's has no foreground for it, and stops nobody.
  return own !== undefined && Number(own.foreground) > 0 && own.foreground !== own.group;
}

/** On macOS and the BSDs, which keep no /proc. */
async function statFromPs() {
  if (process.platform === 'win32') return undefined;
  const { execFile } = await import('node:child_process');
  const text = await new Promise<string>((resolve) => {
    execFile('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], (_error, stdout) => resolve(stdout));
  });
  const [group, foreground] = text.trim().split(/\s+/);
  return foreground === undefined ? undefined : { group, foreground };
}
