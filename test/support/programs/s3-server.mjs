// An S3 server in a process of its own: `node s3-server.mjs FOLDER BUCKET`. Its first line is its port.
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from 's3rver';

const [folder, name] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: folder,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name }],
});

// s3rver answers a moment before its file has all bytes.
const { store } = server;
const put = store.putObject.bind(store);
store.putObject = async (object) => {
  const stored = await put(object);
  const path = store.getResourcePath(object.bucket, object.key, 'object');
  while ((await stat(path)).size < stored.size) await sleep(1);
  return stored;
};

const { port } = await server.run();
process.stdout.write(`${port}\n`);
