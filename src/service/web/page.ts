import { createHash } from 'node:crypto';
import type { PatientPageData } from '../../contract/patient-page.ts';
import { type Html, html } from './html.ts';
import type { PageFiles } from './page-files.ts';
import { STYLE } from './style.ts';
import type { Words } from './words/words.ts';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * Nothing from another site can run or load, and no script but our own file. The script makes no markup of text, so a
 * browser need not let it.
 */
const policy = (files: PageFiles | undefined) =>
  [
    "default-src 'none'",
    ...(files
      ? [
          "script-src 'self'",
          "connect-src 'self'",
          "img-src 'self' blob: data:",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ]
      : []),
    `style-src 'sha256-${styleHash}'${files ? " 'self'" : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Headers of every page. The address is a secret, so other sites must not see it: `same-origin` rather than
 * `no-referrer`, because with the latter a browser sends the form with `Origin: null`.
 */
export const pageHeaders = (files: PageFiles | undefined): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(files),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
});

/** What a page is rendered with. */
export interface PageSetting {
  words: Words;
  /** Where they are for the browser. Without them a page has no script. */
  files?: Pick<PageFiles, 'script' | 'style'> | undefined;
}

export interface PageParts {
  title: string;
  body: Html;
  /** As the page is without script: whoever tests it waits for that. */
  state: 'loading' | 'ready' | 'done' | 'failed';
  /** For the page's script. */
  data?: PatientPageData;
  head?: Html | false;
}

/** A whole page. The style has no extra space around it, so that its hash matches. */
export function page({ words, files }: PageSetting, { title, body, state, data, head }: PageParts): string {
  const style: Html = { markup: `<style>${STYLE}</style>` };
  return html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}" data-state="${state}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
${style}
${files && data && scripted(files, data)}${head}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.markup;
}

const scripted = (
  { script, style }: NonNullable<PageSetting['files']>,
  data: PatientPageData,
): Html => html`<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${asData(data)}
<script type="module" src="${script}"></script>
`;

/** JSON in which nothing ends the element that it stands in. */
const asData = (data: PatientPageData): Html => ({
  markup: `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
});
