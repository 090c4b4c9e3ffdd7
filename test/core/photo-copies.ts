import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { View } from '../../src/contract/reconstruction.ts';
import type { PreparedPhoto } from '../../src/core/photos.ts';

/** A set as `preparePhotos` leaves it, with bytes of the test's choice. Removed with the test. */
export function photoCopies(bytes: Partial<Record<View, Buffer>>): PreparedPhoto[] {
  const folder = mkdtempSync(join(tmpdir(), 'recon-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const copyPath = join(folder, 'photos');
  writeFileSync(copyPath, '', { mode: 0o600 });
  let offsetBytes = 0;
  return Object.entries(bytes).map(([view, content]) => {
    appendFileSync(copyPath, content);
    offsetBytes += content.length;
    return {
      view: view as View,
      sourcePath: `/somewhere/${view} of "Ana".jpeg`,
      copyPath,
      offsetBytes: offsetBytes - content.length,
      sizeBytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      mime: 'image/jpeg',
      fileName: `${view}.jpg`,
      removed: [],
      warnings: [],
    };
  });
}

/** The bytes of a photo as it was prepared. */
export function bytesOf({ copyPath, offsetBytes, sizeBytes }: PreparedPhoto): Buffer {
  return readFileSync(copyPath).subarray(offsetBytes, offsetBytes + sizeBytes);
}
