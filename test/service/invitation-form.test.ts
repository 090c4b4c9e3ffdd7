import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { requirements } from '../../src/contract/photo-rules.ts';
import { PROVIDERS } from '../../src/contract/providers.ts';
import { VIEWS } from '../../src/contract/reconstruction.ts';
import { html } from '../../src/service/web/html.ts';
import {
  renderBusy,
  renderForm,
  renderGone,
  renderSent,
  renderThanks,
  renderTooMany,
} from '../../src/service/web/invitation-page.ts';
import { pageHeaders } from '../../src/service/web/page.ts';
import { viewPicture } from '../../src/service/web/view-picture.ts';
import { en } from '../../src/service/web/words/en.ts';

const expiresAt = Date.parse('2026-03-31T12:00:00Z');
const blank = { values: {}, problems: [], arrived: [], expiresAt };
const setting = { words: en };

test.each(PROVIDERS.map(({ type, number }) => [type, String(number)] as const))(
  'the form for %s with provider %s asks for exactly what the rules need',
  (type, provider) => {
    const page = renderForm(setting, { ...blank, type, provider });
    const required = [...page.matchAll(/name="reconstruction\[(\w+)\]"[^>]*? required/g)].map((match) => match[1]);
    expect(required.sort()).toEqual([...requirements(type, provider)].sort());
    const asked = [...page.matchAll(/name="reconstruction\[(\w+)\]"/g)].map((match) => match[1]);
    expect(asked.filter((name) => !required.includes(name))).toEqual(type === 'face' ? ['eye_distance'] : []);
  },
);

test('every field has a label, and what describes it is there', () => {
  const problems = [{ name: 'left' as const, message: 'This photo is cut off.' }];
  const page = renderForm(setting, { ...blank, type: 'face', provider: '5', problems });
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
  const inputs = [...page.matchAll(/<input [^>]*>/g)].map(([input]) => input);
  expect(inputs).toHaveLength(7);
  for (const input of inputs) {
    const id = /id="([^"]+)"/.exec(input)?.[1];
    expect(page).toContain(`<label for="${id}">`);
    for (const described of /aria-describedby="([^"]+)"/.exec(input)![1]!.split(' ')) expect(ids).toContain(described);
  }
  for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
  expect([...page.matchAll(/ id="/g)].length).toBe(ids.size);
  expect(inputs.filter((input) => input.includes('aria-invalid="true"'))).toHaveLength(1);
});

test('each view of each type is told and drawn, left and right as mirrors', () => {
  for (const { type, number } of PROVIDERS) {
    for (const name of requirements(type, String(number))) {
      const view = VIEWS.find((known) => known === name);
      if (view === undefined) continue;
      expect(en.types[type].views[view]!.how).not.toBe('');
      expect(viewPicture(type, view).markup).toMatch(/^<svg .*<\/svg>$/);
    }
    const mirror = viewPicture(type, 'left').markup.replace('<g>', '<g transform="translate(90) scale(-1 1)">');
    expect(viewPicture(type, 'right').markup).toBe(mirror);
  }
});

test('a photo that came before need not be chosen again, and its card says so', () => {
  const page = renderForm(setting, { ...blank, type: 'mammo', provider: '4', arrived: ['front', 'right'] });
  const required = [...page.matchAll(/name="reconstruction\[(\w+)\]"[^>]*? required/g)].map((match) => match[1]);
  expect(required).toEqual(['left', 'nipple_to_nipple']);
  const told = [...page.matchAll(/id="how-(\w+)">([^<]*)</g)].filter(([, , how]) => how!.includes('already arrived'));
  expect(told.map(([, view]) => view)).toEqual(['front', 'right']);
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '</style><svg onload=alert(1)>',
  '&lt;b&gt;',
  'java\u202escript\u0000\u001b[31m\ud800',
];

test.each(HOSTILE)('%j stays text, in a field and in a problem', (text) => {
  const page = renderForm(setting, {
    type: 'face',
    provider: '4',
    arrived: [],
    expiresAt,
    values: { eye_distance: text },
    problems: [
      { name: 'eye_distance', message: text },
      { name: 'form', message: text },
    ],
  });
  const harmless = renderForm(setting, {
    ...blank,
    type: 'face',
    provider: '4',
    problems: [
      { name: 'eye_distance', message: '' },
      { name: 'form', message: '' },
    ],
    values: { eye_distance: ' ' },
  });
  const tags = (markup: string) => [...markup.matchAll(/<\/?([a-z0-9]+)/g)].map((match) => match[1]);
  expect(tags(page)).toEqual(tags(harmless));
  expect(page).not.toMatch(/[\0-\x08\x1b\u202e]/);
});

test('a template escapes what it is given, and nests what is HTML', () => {
  const item = (text: string) => html`<li>${text}</li>`;
  expect(html`<ul title="${'"'}">${[item('<a>'), item("'&")]}${false}${undefined}${3}</ul>`.markup).toBe(
    '<ul title="&quot;"><li>&lt;a&gt;</li><li>&#39;&amp;</li>3</ul>',
  );
});

test.each([
  ['form', renderForm(setting, { ...blank, type: 'mammo', provider: '4' })],
  ['thanks', renderThanks(setting, '/sent/1/2')],
  ['gone', renderGone(setting)],
  ['busy', renderBusy(setting)],
  ['wait', renderTooMany(setting)],
  ['sent', renderSent(setting, { status: 'processing', frames: null })],
])(
  'the policy lets the style of the %s page through, and the page has no script and nothing from elsewhere',
  (_name, page) => {
    const style = /<style>(.*)<\/style>/s.exec(page)![1]!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pageHeaders(undefined)['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
    expect(page).not.toMatch(/<script|<link|<img|<iframe| style="| on[a-z]+="|url\(|https?:/);
    expect(page).toContain('<html lang="en" dir="ltr" ');
    expect(page.match(/<h1>/g)).toHaveLength(1);
  },
);

const STATES = [
  ['the form', 'ready', renderForm(setting, { ...blank, type: 'mammo', provider: '4' })],
  [
    'the form with a problem',
    'ready',
    renderForm(setting, { ...blank, type: 'face', provider: '5', problems: [{ name: 'form', message: 'no' }] }),
  ],
  ['thanks', 'done', renderThanks(setting, '/sent/1/2')],
  ['a link that does not work', 'failed', renderGone(setting)],
  ['too many links', 'failed', renderTooMany(setting)],
  ['not now', 'failed', renderBusy(setting)],
  ['a model that is made', 'loading', renderSent(setting, { status: 'processing', frames: null })],
  ['no model', 'failed', renderSent(setting, { status: 'failed', frames: null })],
  ['a model', 'done', renderSent(setting, { status: 'has_3d', frames: '/images/1/2' })],
] as const;

test.each(STATES)('%s says its state without script: %s', (_page, state, markup) => {
  expect(/<html [^>]*data-state="(\w+)"/.exec(markup)?.[1]).toBe(state);
});
