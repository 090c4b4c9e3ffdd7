import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { View } from '../../src/contract/reconstruction.ts';
import type { PreparedPhoto } from '../../src/core/photos.ts';

/** Files as `preparePhotos` leaves them, with bytes of the test's choice. Removed with the test. */
export function photoCopies(bytes: Partial<Record<View, Buffer>>): PreparedPhoto[] {
  const folder = mkdtempSync(join(tmpdir(), 'recon-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return Object.entries(bytes).map(([view, content]) => {
    const copyPath = join(folder, `${view}.jpg`);
    writeFileSync(copyPath, content, { mode: 0o600 });
    return {
      view: view as View,
      sourcePath: `/somewhere/${view} of "Ana".jpeg`,
      copyPath,
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      mime: 'image/jpeg',
      fileName: `${view}.jpg`,
      removed: [],
      warnings: [],
    };
  });
}
