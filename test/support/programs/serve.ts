// A service in a process of its own, for tests that kill it: `serve.mjs DATA_FOLDER WORKER_URL DECODER_URL`.
import './heap-limits.ts';
import { systemClock } from '../../../src/clock.ts';
import { startService } from '../../../src/service/start.ts';

const [dataFolder, workerUrl, decoderUrl] = process.argv.slice(2);
const { url, own } = await startService({
  dataFolder: dataFolder!,
  host: '127.0.0.1',
  port: 0,
  workerUrl: new URL(workerUrl!),
  decoderUrl: new URL(decoderUrl!),
  clock: systemClock,
});
process.stdout.write(`${JSON.stringify({ url, token: own!.token, pid: process.pid })}\n`);
