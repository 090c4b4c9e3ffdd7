import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PATH = '/callback';

/** Waits on this machine for the browser to come back from the issuer (RFC 8252: an address, not a name; any port). */
export async function listenForRedirect() {
  let waiting: ServerResponse | undefined;
  let arrive: (address: URL) => void = () => {};
  const arrived = new Promise<URL>((resolve) => {
    arrive = resolve;
  });
  const server = createServer((request, response) => {
    const address = new URL(`http://127.0.0.1${request.url?.startsWith('/') ? request.url : '/'}`);
    if (request.method !== 'GET' || address.pathname !== PATH || waiting !== undefined) {
      response.writeHead(404, HEADERS).end(page('There is nothing here.'));
      return;
    }
    waiting = response;
    arrive(new URL(`${redirectUri}${address.search}`));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  return {
    /** The address that the issuer is to send the browser to. */
    redirectUri,
    /** That address as the browser has asked for it, with what the issuer has added. */
    arrived,
    /** Answers the browser and closes. */
    close: async (sentence: string) => {
      await new Promise<void>((resolve) => {
        // Whoever has closed the page is not answered.
        if (waiting === undefined || waiting.destroyed) return resolve();
        waiting.once('close', resolve);
        waiting.writeHead(200, HEADERS).end(page(sentence));
      });
      server.close();
      server.closeAllConnections();
    },
  };
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

/** Nothing of what came is shown. */
const page = (sentence: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>recon</title><p>${sentence}</p></html>\n`;
