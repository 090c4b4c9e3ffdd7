import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openLink } from '../../../src/cli/open-browser.ts';
import { serveViewer } from '../../../src/core/viewer/serve-viewer.ts';
import { launchBrowser } from '../../support/browser.ts';
import { requireTool } from '../../support/require-tool.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const started = vi.hoisted((): string[] => []);
vi.mock('open', () => ({
  default: async (address: string) => {
    started.push(address);
    return { on: () => {} };
  },
}));

test.skipIf(!requireTool('chromium'))(
  'Chromium gets from the file of the link to the page, with its cookie',
  async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'viewer.js'), 'document.title = "the viewer";');
    writeFileSync(join(folder, 'viewer.css'), '');
    const viewer = await serveViewer({
      facts: () => ({ models: [] }),
      files: new Map(),
      pagesFolder: folder,
      now: () => 0,
    });
    onTestFinished(viewer.close);
    const environment = { HOME: folder };
    const opened = await openLink(viewer.url, { environment, streams: { say: () => {} } } as never);
    expect(started[0]).toContain(pathToFileURL(folder).href);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(started[0]!);
      // The page's policy forbids what a wait for a function does.
      await expect.poll(() => page.title()).toBe('the viewer');
      expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
      expect(page.url()).not.toContain(viewer.url);
    } finally {
      await browser.close();
      await opened.remove();
    }
  },
);
