import { createHash } from 'node:crypto';
import { type Html, html } from './html.ts';
import { STYLE } from './style.ts';

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/**
 * Headers of every page. No script, and nothing from another site, can run or load. The address is a secret, so other
 * sites must not see it: `same-origin` rather than `no-referrer`, because with the latter a browser sends the form with
 * `Origin: null`.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};

/** A whole page. The style has no extra space around it, so that its hash matches. */
export function page(title: string, body: Html): string {
  const style: Html = { markup: `<style>${STYLE}</style>` };
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
${style}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.markup;
}
