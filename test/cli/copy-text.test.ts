import { expect, test } from 'vitest';
import { copiers } from '../../src/cli/copy-text.ts';

test.each([
  ['darwin', {}, ['pbcopy']],
  ['win32', {}, ['clip.exe']],
  ['linux', {}, []],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['wl-copy']],
  ['linux', { DISPLAY: ':0' }, ['xclip', 'xsel']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' }, ['wl-copy', 'xclip', 'xsel']],
  ['linux', { WSL_DISTRO_NAME: 'Debian' }, ['clip.exe']],
])('on %s with %o the clipboard is reached by %j', (system, environment, programs) => {
  expect(copiers(system, environment).map(([program]) => program)).toEqual(programs);
});
