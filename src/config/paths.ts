import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Folders of this program; none of them has to exist yet. */
export interface ConfigPaths {
  /** Settings, and the token file if one was asked for. */
  configFolder: string;
  /** Files that a run leaves for the next one. */
  stateFolder: string;
  /** The data of a service on this machine if no other folder is named. */
  serviceFolder: string;
}

/**
 * The XDG folders on every system, as git and similar tools use them; the roaming and local folders on Windows. A
 * relative XDG value is ignored, as its specification asks. XDG_STATE_HOME counts on Windows too: `recon serve` sets it
 * for a command whose open changes are dropped with its temporary service.
 */
export function configPaths(environment: Environment, platform: NodeJS.Platform): ConfigPaths {
  const home = environment['HOME'] || homedir();
  const given = (name: string) => {
    const value = environment[name];
    return value !== undefined && isAbsolute(value) ? join(value, 'recon') : undefined;
  };
  const folder = (name: string, otherwise: string) => given(name) ?? join(otherwise, 'recon');
  if (platform === 'win32') {
    const local = folder('LOCALAPPDATA', join(home, 'AppData', 'Local'));
    return {
      configFolder: folder('APPDATA', join(home, 'AppData', 'Roaming')),
      stateFolder: given('XDG_STATE_HOME') ?? join(local, 'state'),
      serviceFolder: join(local, 'data', 'service'),
    };
  }
  return {
    configFolder: folder('XDG_CONFIG_HOME', join(home, '.config')),
    stateFolder: folder('XDG_STATE_HOME', join(home, '.local', 'state')),
    serviceFolder: join(folder('XDG_DATA_HOME', join(home, '.local', 'share')), 'service'),
  };
}
