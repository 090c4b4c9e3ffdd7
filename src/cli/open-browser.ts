import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeScratch } from '../core/scratch.ts';
import type { Context } from './context.ts';

type Surroundings = Pick<Context, 'streams'>;

const NONE_OPENED = 'No browser could be opened here; please open the address yourself.';

/** Opens an address in the browser of this machine; where that cannot be, the person opens it. */
export async function openBrowser(address: string, { streams }: Surroundings): Promise<void> {
  const sayNone = () => streams.say(NONE_OPENED);
  try {
    const { default: open } = await import('open');
    // Where there is no browser, what opens one is not there, or ends at once with another code.
    (await open(address)).once('error', sayNone).once('exit', (code) => {
      if (code !== null && code !== 0) sayNone();
    });
  } catch {
    sayNone();
  }
}

/** A slow browser has read the file by then. */
const BROWSER_START_MS = 10_000;

/**
 * Opens a link that lets in whoever has it. Every user of the machine can read the arguments of a process, so the
 * browser is given a file that only this user can read and that leads on to the link. It lies in the home folder:
 * browsers in a sandbox do not see other places.
 */
export async function openLink(
  link: string,
  context: Surroundings & Pick<Context, 'clock' | 'signal' | 'environment'>,
) {
  const { streams, clock, signal, environment } = context;
  const scratch = await makeScratch(environment['HOME'] || homedir(), 'open').catch(() => undefined);
  if (scratch === undefined) {
    streams.say(NONE_OPENED);
    return { remove: async () => {}, removeSoon: async () => {} };
  }
  const page = join(scratch.path, 'open.html');
  await writeFile(page, pageTo(link), { mode: 0o600 });
  await openBrowser(pathToFileURL(page).href, context);
  return {
    remove: scratch.remove,
    /** When a browser has had time to read it, or at Ctrl-C. */
    removeSoon: async () => {
      await clock.sleep(BROWSER_START_MS, signal).catch(() => {});
      await scratch.remove();
    },
  };
}

const pageTo = (link: string) => {
  const address = new URL(link).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}"><title>recon</title>\n`;
};
