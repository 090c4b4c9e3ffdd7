import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { UNTIL_THE_END, type ViewerFacts } from '../../../src/contract/viewer.ts';
import { serveViewer, type ViewerParts } from '../../../src/core/viewer/serve-viewer.ts';
import { factsIn } from '../../support/facts-in-page.ts';
import { type RawAnswer, rawRequest } from '../../support/raw-request.ts';

const FACTS: ViewerFacts = {
  models: [{ label: 'Patient 7, face', glb: 'model.glb', photos: [], warnings: [] }],
};

async function open(parts: Partial<ViewerParts> = {}) {
  let nowMs = 0;
  const viewer = await serveViewer({
    facts: () => FACTS,
    files: new Map([['model.glb', { mime: 'model/gltf-binary', bytes: async () => Buffer.from('glTF') }]]),
    pagesFolder: 'dist/pages',
    now: () => nowMs,
    ...parts,
  });
  onTestFinished(viewer.close);
  const { origin, pathname: link } = new URL(viewer.url);
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(origin, { method, path, headers });
  /** As a browser does: the link, then the page it leads to. */
  const enter = async () => {
    const answer = await ask(link);
    const folder = headerOf(answer, 'location')!;
    const cookie = headerOf(answer, 'set-cookie')!.split(';')[0]!;
    return { folder, cookie };
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { origin, link, ask, enter, pass };
}

const headerOf = ({ rawHeaders }: RawAnswer, name: string): string | undefined => {
  const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
};

test('the link leads one browser to the page, its facts and the model, and says nothing of a patient', async () => {
  const { link, ask, enter } = await open();
  expect(link).toMatch(/^\/[\w-]{32}$/);
  const { folder, cookie } = await enter();
  expect(folder).toMatch(/^\/[\w-]{32}\/$/);
  const page = await ask(folder, { cookie });
  expect(page.status).toBe(200);
  expect(page.body.toString()).toContain('viewer.js');
  // Fetched beside the script, and not after it.
  for (const { glb } of FACTS.models) {
    expect(page.body.toString()).toContain(`<link rel="preload" as="fetch" crossorigin href="${glb}">`);
  }
  expect(factsIn(page.body.toString())).toEqual(FACTS);
  expect((await ask(`${folder}model.glb`, { cookie })).body.toString()).toBe('glTF');
});

test('an answer that ends with the program alone tells the page that it was closed', async () => {
  const viewer = await serveViewer({ facts: () => FACTS, files: new Map(), pagesFolder: 'dist/pages', now: () => 0 });
  onTestFinished(viewer.close);
  const entered = await fetch(viewer.url, { redirect: 'manual' });
  const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
  const page = new URL(entered.headers.get('location')!, viewer.url);
  expect((await fetch(new URL(UNTIL_THE_END, page))).status).toBe(404);
  const held = await fetch(new URL(UNTIL_THE_END, page), { headers: { cookie } });
  expect(held.status).toBe(200);
  const ended = held.text().then(
    () => 'ended',
    () => 'broken',
  );
  expect(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100, 'open'))])).toBe('open');
  viewer.close();
  expect(await ended).toBe('broken');
});

test('a name that is markup stays text in the page', async () => {
  const label = '</script><script src="viewer.js"></script><!-- & \u2028 \'"';
  const { ask, enter } = await open({ facts: () => ({ models: [{ ...FACTS.models[0]!, label }] }) });
  const { folder, cookie } = await enter();
  const page = (await ask(folder, { cookie })).body.toString();
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(page).not.toContain('<!--');
  expect(factsIn(page).models[0]!.label).toBe(label);
});

test('a second use of the link is refused, and so is one that waited for ten minutes', async () => {
  const first = await open();
  await first.enter();
  const again = await first.ask(first.link);
  expect(again.status).toBe(403);
  expect(again.body.toString()).toMatch(/To see the model again, .* type: recon view PATIENT</);
  const late = await open();
  late.pass(10 * 60_000 + 1);
  const answer = await late.ask(late.link);
  expect(answer.status).toBe(403);
  expect(headerOf(answer, 'set-cookie')).toBeUndefined();
});

test('a browser that comes from a file is let in by a page, once, and it is told', async () => {
  const onOpened = vi.fn();
  const { link, ask } = await open({ onOpened });
  const fromFile = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  expect((await ask(link, { ...fromFile, host: 'evil.example' })).status).toBe(403);
  expect((await ask(link, { ...fromFile, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
  expect(onOpened).not.toHaveBeenCalled();
  const answer = await ask(link, fromFile);
  expect(answer.status).toBe(200);
  expect(headerOf(answer, 'refresh')).toMatch(/^0;url=\/[\w-]{32}\/$/);
  expect(headerOf(answer, 'set-cookie')).toContain('SameSite=Strict');
  expect(onOpened).toHaveBeenCalledTimes(1);
  expect((await ask(link, fromFile)).status).toBe(403);
});

test('without the cookie, with another one, or below another address there is nothing', async () => {
  const { ask, enter } = await open();
  const { folder, cookie } = await enter();
  expect((await ask(folder)).status).toBe(404);
  expect((await ask(folder, { cookie: 'recon-view=guess' })).status).toBe(404);
  expect((await ask('/', { cookie })).status).toBe(404);
  for (const name of ['../viewer.js', '..%2fviewer.js', 'viewer.js/../../x', '%00', 'constructor', '__proto__']) {
    expect((await ask(`${folder}${name}`, { cookie })).status, name).toBe(404);
  }
});

test('a refusal is a page that says its state, has one heading, and shows nothing of what was asked', async () => {
  const { link, ask, enter } = await open();
  const { folder, cookie } = await enter();
  for (const path of [link, '/<script>alert(1)</script>', `${folder}no`]) {
    const text = (await ask(path, { cookie })).body.toString();
    expect(text).toContain('<html lang="en" data-state="failed">');
    expect(text).toContain('name="viewport"');
    expect(text.match(/<main class="sheet">\n<h1>[^<]+<\/h1>\n<p>[^<]+<\/p>\n<\/main>/g)).toHaveLength(1);
    expect(text).not.toContain('script');
  }
});

test.each([
  ['another name of this machine', { host: 'localhost:80' }],
  ['a name that was made to resolve to it', { host: 'evil.example' }],
  ['a request of another site', { origin: 'https://evil.example' }],
  ['a request of a sandboxed page', { origin: 'null' }],
  ['a picture on another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
])('%s is refused, and the link stays unused', async (_who, headers) => {
  const { link, ask, enter } = await open();
  expect((await ask(link, headers)).status).toBe(403);
  const { folder, cookie } = await enter();
  expect((await ask(`${folder}viewer.js`, { cookie, ...headers })).status).toBe(403);
});

test('every answer forbids other origins, inline script and style, frames and caches', async () => {
  const { link, ask, enter } = await open();
  const { folder, cookie } = await enter();
  const paths = [folder, `${folder}viewer.js`, `${folder}viewer.css`, `${folder}model.glb`, `${folder}no`, link];
  for (const path of paths) {
    const answer = await ask(path, { cookie });
    const policy = headerOf(answer, 'content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headerOf(answer, 'cache-control')).toBe('no-store');
    expect(headerOf(answer, 'referrer-policy')).toBe('no-referrer');
    expect(headerOf(answer, 'x-content-type-options')).toBe('nosniff');
  }
});

test('accepting is asked for by the page alone, and only where there is a way to', async () => {
  const without = await open();
  const there = await without.enter();
  const headers = { cookie: there.cookie, origin: without.origin };
  expect((await without.ask(`${there.folder}accept`, headers, 'POST')).status).toBe(404);

  const accept = vi.fn(async () => {});
  const { origin, ask, enter } = await open({ accept });
  const { folder, cookie } = await enter();
  const path = `${folder}accept`;
  expect((await ask(path, { cookie }, 'POST')).status).toBe(403);
  expect((await ask(path, { origin }, 'POST')).status).toBe(404);
  expect((await ask(path, { cookie })).status).toBe(405);
  expect(accept).not.toHaveBeenCalled();
  expect((await ask(path, { cookie, origin }, 'POST')).status).toBe(200);
  expect(accept).toHaveBeenCalledTimes(1);
});

test('a refused acceptance is told, and a file that cannot be read is an error', async () => {
  const { origin, ask, enter } = await open({
    accept: async () => {
      throw new Error('the face reconstruction is being made');
    },
    files: new Map([['model.glb', { mime: 'model/gltf-binary', bytes: () => Promise.reject(new Error('/secret/a')) }]]),
  });
  const { folder, cookie } = await enter();
  const refused = await ask(`${folder}accept`, { cookie, origin }, 'POST');
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.body.toString())).toEqual({ problem: 'the face reconstruction is being made' });
  const broken = await ask(`${folder}model.glb`, { cookie });
  expect(broken.status).toBe(500);
  expect(broken.body.toString()).not.toContain('secret');
});

describe('simulations', () => {
  const sent = { name: 'Plan A', description: '', implants: { left: { volume: '300', reference: 'R' } } };
  const withSimulations = async () => {
    const simulations = { save: vi.fn(async () => {}), remove: vi.fn(async () => {}) };
    const opened = await open({ simulations });
    const { folder, cookie } = await opened.enter();
    const send = (path: string, method: string, body = '', headers: Record<string, string> = {}) => {
      const own = { cookie, origin: opened.origin };
      return rawRequest(opened.origin, {
        method,
        path: `${folder}${path}`,
        headers: { ...own, ...headers },
        body: new Uint8Array(Buffer.from(body)),
      });
    };
    return { ...simulations, send, cookie, opened, folder };
  };

  test('are kept and removed for the page alone, as texts of known fields', async () => {
    const { save, remove, send, opened, folder, cookie } = await withSimulations();
    const more = {
      ...sent,
      token: 'x',
      implants: { ...sent.implants, up: {}, left: { ...sent.implants.left, evil: 1, width: 3 } },
    };
    const answer = await send('simulations', 'POST', JSON.stringify(more));
    expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([200, FACTS]);
    expect(save).toHaveBeenCalledExactlyOnceWith({
      ...sent,
      implants: { left: { volume: '300', reference: 'R', width: '' } },
    });
    const triangle = [
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0.5],
    ];
    const lines = { sha256: 'a'.repeat(64), lines: [triangle] };
    for (const one of [lines, { ...lines, lines: [[...triangle, ['<', 0, 0]]] }]) {
      expect((await send('simulations', 'POST', JSON.stringify({ ...sent, lines: one }))).status).toBe(200);
    }
    expect(save.mock.calls.slice(1)).toEqual([[{ ...sent, lines }], [sent]]);
    save.mockReset();
    expect((await send('simulations/12', 'DELETE')).status).toBe(200);
    expect(remove).toHaveBeenCalledExactlyOnceWith(12);
    for (const headers of [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await send('simulations', 'POST', JSON.stringify(sent), headers)).status).toBe(403);
      expect((await send('simulations/12', 'DELETE', '', headers)).status).toBe(403);
    }
    expect((await opened.ask(`${folder}simulations`, { cookie }, 'POST')).status).toBe(403);
    expect((await send('simulations', 'POST', JSON.stringify(sent), { cookie: 'recon-view=guess' })).status).toBe(404);
    expect((await send('simulations', 'DELETE')).status).toBe(405);
    expect((await send('simulations/12', 'POST')).status).toBe(405);
    for (const path of [
      'simulations/',
      'simulations/x',
      'simulations/-1',
      'simulations/1/2',
      `simulations/${'9'.repeat(20)}`,
    ]) {
      expect((await send(path, 'DELETE')).status, path).toBe(404);
    }
    expect([save, remove].map((one) => one.mock.calls.length)).toEqual([0, 1]);
  });

  test('too large a body is refused, one that cannot be read is told, and nothing is kept', async () => {
    const { save, send } = await withSimulations();
    expect((await send('simulations', 'POST', `"${'x'.repeat(40_000)}"`)).status).toBe(413);
    const answer = await send('simulations', 'POST', 'no json');
    expect(answer.status).toBe(409);
    expect(JSON.parse(answer.body.toString())).toEqual({ problem: 'what the page sent cannot be read' });
    expect(save).not.toHaveBeenCalled();
  });

  test('have no address where the service has no way to keep them', async () => {
    const { ask, enter, origin } = await open();
    const { folder, cookie } = await enter();
    expect((await ask(`${folder}simulations`, { cookie, origin }, 'POST')).status).toBe(404);
    expect((await ask(`${folder}simulations/1`, { cookie, origin }, 'DELETE')).status).toBe(404);
  });
});
