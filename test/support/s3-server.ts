import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BucketPlace } from '../../src/service/storage/bucket/bucket-place.ts';

export interface S3Server {
  endpoint: string;
  bucket: string;
  options: BucketPlace;
  pid: number;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./programs/s3-server.mjs', import.meta.url));
const BUCKET = 'clinic';

/** An S3 server with one empty bucket, as a process of its own. It ends with the tests. */
export async function openS3(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'recon-s3-'));
  // Its lists of more than one page need a cipher of old.
  const options = ['--no-deprecation', '--openssl-legacy-provider'];
  const child = spawn(process.execPath, [...options, PROGRAM, folder, BUCKET], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  const port = await Promise.race([line, ended.then(() => undefined)]);
  if (port === undefined) throw new Error('the S3 server ended before it listened');
  // The tests may end without closing it.
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref(): void }).unref();
  const endpoint = `http://127.0.0.1:${port}`;
  // s3rver knows this one key.
  const key = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
    endpoint,
    bucket: BUCKET,
    options: { endpoint, region: 'us-east-1', bucket: BUCKET, prefix: '', ...key },
    pid: child.pid!,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
