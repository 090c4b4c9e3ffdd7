import { type Browser, chromium } from 'playwright-core';
import { toolPath } from './require-tool.ts';

/** The machine's own Chromium, asking nobody but the pages it is sent to. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: toolPath('chromium')!,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
