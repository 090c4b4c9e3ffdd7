import { expect, test } from 'vitest';
import { configPaths } from '../../src/config/paths.ts';

test('XDG folders, or their places in the home folder', () => {
  expect(configPaths({ HOME: '/home/ana' }, 'linux')).toEqual({
    configFolder: '/home/ana/.config/recon',
    stateFolder: '/home/ana/.local/state/recon',
    serviceFolder: '/home/ana/.local/share/recon/service',
  });
  expect(
    configPaths({ HOME: '/home/ana', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s', XDG_DATA_HOME: '/d' }, 'darwin'),
  ).toEqual({ configFolder: '/c/recon', stateFolder: '/s/recon', serviceFolder: '/d/recon/service' });
});

test('a relative or empty XDG folder is ignored', () => {
  const paths = configPaths({ HOME: '/home/ana', XDG_CONFIG_HOME: 'here', XDG_STATE_HOME: '' }, 'linux');
  expect(paths.configFolder).toBe('/home/ana/.config/recon');
  expect(paths.stateFolder).toBe('/home/ana/.local/state/recon');
});

test('without HOME the home folder of the account is used', () => {
  expect(configPaths({}, 'linux').configFolder).toMatch(/^\/.+\/\.config\/recon$/);
});

test('what a command of `recon serve -- …` leaves open goes with its service, on Windows as elsewhere', () => {
  const environment = { HOME: '/home/ana', LOCALAPPDATA: '/local', XDG_STATE_HOME: '/temporary/state' };
  expect(configPaths(environment, 'win32')).toMatchObject({
    stateFolder: '/temporary/state/recon',
    serviceFolder: '/local/recon/data/service',
  });
  expect(configPaths({ ...environment, XDG_STATE_HOME: '' }, 'win32').stateFolder).toBe('/local/recon/state');
});
