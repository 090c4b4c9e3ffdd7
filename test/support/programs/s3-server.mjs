// An S3 server in a process of its own: `node s3-server.mjs FOLDER BUCKET`. Its first line is its port.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';

/** The one key that s3rver knows. */
const SECRET = 'S3RVER';

const [folder, name] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory: folder,
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name }],
});

// s3rver writes an object while it comes, and answers a moment before its file has all bytes. Here, as in S3, it is there
// as a whole or not at all.
const { store } = server;
store.putObject = async ({ bucket, key, content, metadata }) => {
  const bytes = Buffer.isBuffer(content) ? content : await buffer(content);
  const path = store.getResourcePath(bucket, key, 'object');
  const whole = `${path}-${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(whole, bytes);
  const md5 = createHash('md5').update(bytes).digest('hex');
  await store.putMetadata(bucket, key, metadata, md5);
  await rename(whole, path);
  return { size: bytes.length, md5 };
};

// s3rver takes any signature of version 4.
const answer = server.callback();
server.callback = () => (request, response) => {
  if (isWellSigned(request)) return answer(request, response);
  request.resume();
  response.writeHead(403, { 'content-type': 'application/xml' });
  response.end('<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>no</Message></Error>');
};

/** Signs the request once more, by the rules of AWS, and compares. */
function isWellSigned({ method, url, headers }) {
  const [, scope, names, signature] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ?? [];
  if (scope === undefined) return false;
  const { pathname, searchParams } = new URL(url, 'http://host');
  const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const query = [...searchParams].map(([key, value]) => `${encoded(key)}=${encoded(value)}`).sort();
  const lines = names.split(';').map((one) => `${one}:${headers[one].trim()}\n`);
  const request = [method, pathname, query.join('&'), lines.join(''), names, headers['x-amz-content-sha256']].join(
    '\n',
  );
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce(hmac, `AWS4${SECRET}`);
  return hmac(key, toSign).toString('hex') === signature;
}

const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

const { port } = await server.run();
process.stdout.write(`${port}\n`);
// The end of its input is the end of the tests.
process.stdin.resume().on('end', () => process.exit());
