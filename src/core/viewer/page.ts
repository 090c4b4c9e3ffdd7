import type { ViewerFacts } from '../../contract/viewer.ts';

/**
 * Headers of every answer. Nothing from another place can load or run: scripts and styles are files of ours, pictures
 * come from here or from the page's own memory, and no text can become markup.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

/** What every page of the viewer is: it says its state, and has one heading. */
const pageOf = (
  state: 'loading' | 'failed',
  [heading, sentence]: readonly [string, string],
  { head = '', end = '' } = {},
) =>
  `<!doctype html>
<html lang="en" data-state="${state}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>3D model</title>
${head}</head>
<body>
<main class="sheet">
<h1>${heading}</h1>
<p>${sentence}</p>
${end}</main>
</body>
</html>
`;

const READING = ['3D model', 'The model is being read …'] as const;

/**
 * The page itself; all that is shown is made by its script. The facts stand in it as data, and the models are fetched
 * beside the script and not after it: the first picture waits for neither.
 */
export const viewerPage = (facts: ViewerFacts): string =>
  pageOf('loading', READING, {
    head: [
      '<link rel="stylesheet" href="viewer.css">',
      '<script type="module" src="viewer.js"></script>',
      ...facts.models.map(({ glb }) => `<link rel="preload" as="fetch" crossorigin href="${glb}">`),
      '',
    ].join('\n'),
    end: [
      '<noscript><p>This page needs JavaScript.</p></noscript>',
      `<script type="application/json" id="facts">${dataText(facts)}</script>`,
      '',
    ].join('\n'),
  });

/** JSON in which no text can end the element it stands in. */
const dataText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** What is seen until the browser goes on. */
export const LEADING_PAGE = pageOf('loading', READING);

/** A page of one sentence, for whoever has no way in. Nothing of what was asked is shown. */
export const sentencePage = (sentence: string): string => pageOf('failed', ['The 3D model cannot be shown', sentence]);
