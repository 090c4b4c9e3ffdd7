// A server that takes any upload as fast as it comes and times its body; it answers as the interface has it.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';

const PATIENT = JSON.stringify({ patient: { id: 1, name: 'Bench Sample', reconstructions: [] }, async: 'true' });
const NO_PATIENTS = JSON.stringify({
  patients: [],
  meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 0 },
});

/** `uploads` collects one `{bytes, seconds}` for each body of more than a mebibyte. */
export async function startByteSink() {
  const uploads = [];
  const server = createServer((request, response) => {
    let first;
    let bytes = 0;
    request.on('data', (chunk) => {
      first ??= performance.now();
      bytes += chunk.length;
    });
    request.on('end', () => {
      if (bytes > 1 << 20) uploads.push({ bytes, seconds: (performance.now() - first) / 1000 });
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(request.method === 'POST' ? PATIENT : NO_PATIENTS);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, uploads, stop };
}
