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

/** The page itself; all that is shown is made by its script. */
export const VIEWER_PAGE = `<!doctype html>
<html lang="en" data-state="loading">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>3D model</title>
<link rel="stylesheet" href="viewer.css">
<script type="module" src="viewer.js"></script>
</head>
<body>
<noscript><p>This page shows a 3D model and needs JavaScript.</p></noscript>
</body>
</html>
`;

/** A page of one sentence, for whoever has no way in. Nothing of what was asked is shown. */
export const sentencePage = (sentence: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>recon</title><p>${sentence}</p></html>\n`;
