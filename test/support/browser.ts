import { type Browser, chromium } from 'playwright-core';
import { toolPath } from './require-tool.ts';

/** The machine's own Chromium, asking nobody but the pages it is sent to. It draws 3D without a graphics card. */
export function launchBrowser({
  draws3d = false,
  more = [],
}: {
  draws3d?: boolean;
  more?: readonly string[];
} = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: toolPath('chromium')!,
    headless: true,
    args: [
      '--no-sandbox',
      ...(draws3d ? ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : ['--disable-gpu']),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}
