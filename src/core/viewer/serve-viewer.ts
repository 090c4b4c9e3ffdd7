import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type SentSimulation, UNTIL_THE_END, type ViewerFacts } from '../../contract/viewer.ts';
import { lineText } from '../../system/line-text.ts';
import { LEADING_PAGE, PAGE_HEADERS, sentencePage, viewerPage } from './page.ts';
import { readSentSimulation } from './sent-simulation.ts';
import type { PageFile } from './viewed-archive.ts';

export interface ViewerParts {
  facts(): ViewerFacts;
  /** The models' files, by the addresses in the facts. */
  files: ReadonlyMap<string, PageFile>;
  /** The folder of the built pages. */
  pagesFolder: string;
  /** Accepts the model; throws where it cannot. Left out where there is no way to. */
  accept?(): Promise<void>;
  /** Keeps a simulation, or removes one; both throw where they cannot. Left out where there is no way to. */
  simulations?: { save(sent: SentSimulation): Promise<void>; remove(id: number): Promise<void> };
  /** The link was used. */
  onOpened?(): void;
  /** Milliseconds. */
  now(): number;
}

/** The link waits so long for the browser that opens it. */
const LINK_LIFE_MS = 10 * 60_000;
const HTML = 'text/html; charset=utf-8';
const COOKIE = 'recon-view';

/**
 * Serves the viewer to one browser of this machine. The link works once and for a few minutes: it leaves a cookie, and
 * an address that nobody can guess, with the browser that opened it first. A web site that has this machine's name
 * resolve to it, or sends requests here, has the wrong `Host` or `Origin`.
 */
export async function serveViewer(parts: ViewerParts) {
  const [link, folder, cookie] = [unguessable(), unguessable(), unguessable()];
  const linkEnds = parts.now() + LINK_LIFE_MS;
  let isUsed = false;
  let origin = '';
  const pages = pageFiles(parts);

  const useLink = (request: IncomingMessage, response: ServerResponse) => {
    if (isUsed || parts.now() > linkEnds) return refuse(response, 403, NO_LINK);
    isUsed = true;
    const setCookie = `${COOKIE}=${cookie}; Path=/${folder}/; HttpOnly; SameSite=Strict`;
    // A browser keeps the cookie from a redirect that began on another page; a page of ours leads on instead.
    const [status, on] = isFromHere(request, origin)
      ? [303, { location: `/${folder}/` }]
      : [200, { refresh: `0;url=/${folder}/` }];
    response.writeHead(status, { ...PAGE_HEADERS, 'content-type': HTML, 'set-cookie': setCookie, ...on });
    response.end(LEADING_PAGE);
    parts.onOpened?.();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    const isLink = path === `/${link}` && request.method === 'GET';
    if (isLink && isNavigation(request) && isForHere(request, origin)) return useLink(request, response);
    if (!isFromHere(request, origin)) return refuse(response, 403, 'This is not open to other sites.');
    if (isLink) return useLink(request, response);
    // Every browser asks for it by itself.
    if (path === '/favicon.ico') return void response.writeHead(204, PAGE_HEADERS).end();
    if (!path.startsWith(`/${folder}/`) || !hasCookie(request, cookie)) return refuse(response, 404, NOTHING);
    const name = path.slice(folder.length + 2);
    if (name === UNTIL_THE_END) return stayOpen(response);
    const deed = deedOf(name, parts);
    if (deed !== undefined) return await carryOut(deed, request, response, parts);
    const file = pages.get(name) ?? parts.files.get(name);
    if (file === undefined) return refuse(response, 404, NOTHING);
    if (request.method !== 'GET') return refuse(response, 405, 'This can only be read.');
    const bytes = await file.bytes();
    response.writeHead(200, { ...PAGE_HEADERS, 'content-type': file.mime, 'content-length': bytes.byteLength });
    response.end(bytes);
  };

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'This cannot be read.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** For one browser, once. */
    url: `${origin}/${link}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** It has no end but that of the program, so the page sees that. */
function stayOpen(response: ServerResponse): void {
  response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/plain; charset=utf-8' });
  response.flushHeaders();
}

const NOTHING = 'There is nothing here.';
const NO_LINK = `This link was used or has expired. ${lineText({
  before: 'To see the model again, end the command in the terminal with Ctrl-C, and type',
  command: ['view', 'PATIENT'],
})}`;
const unguessable = () => randomBytes(24).toString('base64url');

function pageFiles({ pagesFolder, facts }: ViewerParts): ReadonlyMap<string, PageFile> {
  const built = (name: string) => () => readFile(join(pagesFolder, name));
  return new Map<string, PageFile>([
    ['', { mime: HTML, bytes: async () => Buffer.from(viewerPage(facts())) }],
    ['viewer.js', { mime: 'text/javascript; charset=utf-8', bytes: built('viewer.js') }],
    ['viewer.css', { mime: 'text/css; charset=utf-8', bytes: built('viewer.css') }],
  ]);
}

const isForHere = ({ headers }: Pick<IncomingMessage, 'headers'>, origin: string) =>
  `http://${headers.host}` === origin;

/** A browser goes there with a whole tab, maybe from the file that the command line gave it. */
const isNavigation = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document' && headers.origin === undefined;

/** A browser names itself in `Origin` and `Sec-Fetch-Site` wherever another site could be behind a request. */
function isFromHere({ headers, method }: IncomingMessage, origin: string): boolean {
  if (!isForHere({ headers }, origin)) return false;
  if (headers.origin !== undefined && headers.origin !== origin) return false;
  if (method !== 'GET' && headers.origin !== origin) return false;
  return ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);
}

const hasCookie = ({ headers }: IncomingMessage, value: string) =>
  (headers.cookie ?? '').split(/; */).includes(`${COOKIE}=${value}`);

/** What the page can have done. */
interface Deed {
  method: 'POST' | 'DELETE';
  run(body: string): Promise<void>;
}

function deedOf(name: string, { accept, simulations }: ViewerParts): Deed | undefined {
  if (name === 'accept') return accept && { method: 'POST', run: accept };
  if (simulations === undefined) return undefined;
  if (name === 'simulations') {
    return { method: 'POST', run: async (body) => await simulations.save(readSentSimulation(body)) };
  }
  const [, id] = /^simulations\/(\d{1,15})$/.exec(name) ?? [];
  return id === undefined ? undefined : { method: 'DELETE', run: async () => await simulations.remove(Number(id)) };
}

const MOST_SENT_BYTES = 32 * 1024;

async function carryOut(deed: Deed, request: IncomingMessage, response: ServerResponse, { facts }: ViewerParts) {
  if (request.method !== deed.method) return refuse(response, 405, 'This can only be sent.');
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes <= MOST_SENT_BYTES) pieces.push(piece);
  }
  if (bytes > MOST_SENT_BYTES) return refuse(response, 413, 'This is too large.');
  const problem = await deed.run(Buffer.concat(pieces).toString()).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'it failed'),
  );
  const body = JSON.stringify(problem === undefined ? facts() : { problem });
  response.writeHead(problem === undefined ? 200 : 409, { ...PAGE_HEADERS, 'content-type': 'application/json' });
  response.end(body);
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...PAGE_HEADERS, 'content-type': HTML });
  response.end(sentencePage(sentence));
}
