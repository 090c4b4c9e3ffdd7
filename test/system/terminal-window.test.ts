import { expect, test } from 'vitest';
import { namedWindow, terminalWindow } from '../../src/system/terminal-window.ts';

test('a window is known by what its terminal sets, and each pane in it is a window of its own', () => {
  const window = namedWindow({ TERM_SESSION_ID: 'a' });
  expect(window).toBe(namedWindow({ TERM_SESSION_ID: 'a', HOME: '/b' }));
  const panes = ['%1', '%2'].map((TMUX_PANE) => namedWindow({ TERM_SESSION_ID: 'a', TMUX: 's,1', TMUX_PANE }));
  expect(new Set([window, ...panes]).size).toBe(3);
  expect(namedWindow({ HOME: '/b', TERM_SESSION_ID: '' })).toBeUndefined();
});

test.runIf(process.platform === 'linux')(
  'on Linux variables do not count: a job without a terminal has them too',
  async () => {
    expect(await terminalWindow({ TERM_SESSION_ID: 'a' })).toBe(await terminalWindow({}));
  },
);
