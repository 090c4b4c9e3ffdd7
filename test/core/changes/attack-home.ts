import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import type { Kept } from './attack-service.ts';

export const TOKEN = 'canary_5up3r53cr3tt0k3n';
export const OTHER = 'another_token_of_someone';
const photo = (view: string) => join(SAMPLES, 'ana', 'face', `${view}.jpg`);
export const FACE = ['--type', 'face', '--photos', join(SAMPLES, 'ana', 'face')];
export const THREE = ['--type', 'face', '--left', photo('left'), '--front', photo('front'), '--right', photo('right')];

interface Service {
  url: string;
}

export const names = (service: { patients: Kept[] }) => service.patients.map(({ name }) => name).sort();
export const entryIn = (stderr: string) => /recon resume (\w{8})/.exec(stderr)?.[1] ?? '';

/** For each test of the file a machine on which a lost change is looked for after 50 ms, and what is typed there. */
export function attackHome() {
  let home: ReconHome;
  const setQuietPeriod = (period: string) => runMain(['config', 'set', 'quiet-period', period], home.environment);
  beforeEach(async () => {
    home = await makeHome();
    await setQuietPeriod('50ms');
    return () => home.remove();
  });
  const pathOf = (name: string) => join(home.folder, name);
  const environment = ({ url }: Service, token = TOKEN) => ({
    ...home.environment,
    RECON_BASE_URL: url,
    RECON_TOKEN: token,
  });
  const as = (token: string, service: Service, ...args: string[]) => runMain(args, environment(service, token));
  const recon = (service: Service, ...args: string[]) => as(TOKEN, service, ...args);
  return {
    setQuietPeriod,
    pathOf,
    as,
    recon,
    environment,
    /** On a machine where no service is named and no token is at hand. */
    alone: (...args: string[]) => runMain(args, home.environment),
    create: (service: Service, ...args: string[]) => recon(service, 'patients', 'create', ...args),
    importing: (service: Service, list: string, ...more: string[]) =>
      recon(service, 'patients', 'import', list, ...(more.includes('--jobs') ? [] : ['--jobs', '1']), ...more),
    /** A command that goes on while the test does. */
    started: (service: Service, ...args: string[]) => {
      const { stand, texts } = standInProcess(args, environment(service));
      const done = main(stand).then((exitCode) => ({ exitCode, ...texts }));
      return {
        done,
        /** Until it waits for its next try, as a service that asks for patience wants it. */
        isPutOff: () => expect.poll(() => texts.stderr, { timeout: 20_000 }).toContain('trying again in 30'),
        interrupt: () => {
          stand.emit('SIGINT');
          return done;
        },
      };
    },
    put: (text: string, name = 'list.csv') => {
      writeFileSync(pathOf(name), text);
      return pathOf(name);
    },
    journalFolder: () => pathOf('.local/state/recon/journal'),
    /** What the journal keeps of an entry or an import. */
    keptOf: (entry: string) => pathOf(`.local/state/recon/journal/${entry}.request`),
  };
}
