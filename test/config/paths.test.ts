import { expect, test } from 'vitest';
import { configPaths } from '../../src/config/paths.ts';

test('XDG folders, or their places in the home folder', () => {
  expect(configPaths({ HOME: '/home/ana' }, 'linux')).toEqual({
    configFolder: '/home/ana/.config/recon',
    stateFolder: '/home/ana/.local/state/recon',
    dataFolder: '/home/ana/.local/share/recon',
  });
  expect(
    configPaths({ HOME: '/home/ana', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_DATA_HOME: '/d' }, 'darwin'),
  ).toEqual({ configFolder: '/c/recon', stateFolder: '/s/recon', dataFolder: '/d/recon' });
});

test('a relative or empty XDG folder is ignored', () => {
  const paths = configPaths({ HOME: '/home/ana', XDG_CONFIG_HOME: 'here', XDG_STATE_HOME: '' }, 'linux');
  expect(paths.configFolder).toBe('/home/ana/.config/recon');
  expect(paths.stateFolder).toBe('/home/ana/.local/state/recon');
});

test('without HOME the home folder of the account is used', () => {
  expect(configPaths({}, 'linux').configFolder).toMatch(/^\/.+\/\.config\/recon$/);
});
