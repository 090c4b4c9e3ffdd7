// The least that takes an upload: Fastify with its multipart reader, each part into a file, no check and no database.
// `node bare-receiver.mjs FOLDER`; its first line is its address.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

const [folder] = process.argv.slice(2);
const app = Fastify();
app.register(multipart, { limits: { fileSize: 64 << 20, files: 20 } });
let files = 0;
app.post('/patients', async (request, reply) => {
  for await (const part of request.parts()) {
    if (part.type === 'file') await pipeline(part.file, createWriteStream(join(folder, String(files++))));
  }
  return reply.code(201).send({});
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
