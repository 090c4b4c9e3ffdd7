import { readFileSync, writeFileSync } from 'node:fs';
import { openConfig, putIntoProfile } from '../../src/config/config-file.ts';
import { openCredentialsFile } from '../../src/config/credentials-file.ts';
import { mammoForm } from '../support/service-forms.ts';
import { countAfters, photoFlags, type Trial } from './trial.ts';

/** A command that changes something, here or on the service. */
export interface ChangingCommand {
  name: string;
  /** What is there beforehand. */
  arrange?(trial: Trial): Promise<void>;
  args(trial: Trial): string[];
  input?(trial: Trial): string;
  /** How often it was done: 0, 1, or what must never be. */
  timesDone(trial: Trial): Promise<number>;
  /** It changes this machine alone: done again, it is done once. */
  local?: true;
  /** It knows what it did before: done again, it does nothing twice, so it may end with 12 although it was done. */
  repeatable?: true;
  /** Whole files that a run which failed leaves for the next one. */
  mayLeave?: RegExp;
}

export const OLD_PROFILE = { 'base-url': 'https://old.example', timeout: '7s' };
const OLD_ARCHIVE = 'what was there before';
const PROFILE = 'clinic';

const withSettings = async ({ path }: Trial) => {
  const folder = path('home', '.config', 'recon');
  await openConfig({ configFolder: folder }).change((config) => putIntoProfile(config, 'old', OLD_PROFILE));
  await openCredentialsFile(folder).write('old https://old.example', 'rcn_old_token_0123456789');
};

async function withPatient(trial: Trial): Promise<void> {
  await withSettings(trial);
  const { patient } = await trial.service.patient('POST', '/patients', { form: { 'patient[name]': trial.name } });
  trial.id = String(patient.id);
}

export async function withModel(trial: Trial): Promise<void> {
  await withSettings(trial);
  const form = { ...(await mammoForm()), 'patient[name]': trial.name };
  const { patient } = await trial.service.patient('POST', '/patients', { form });
  trial.id = String(patient.id);
  for (;;) {
    const { patient: now } = await trial.service.patient('GET', `/patients/${trial.id}`);
    if (now.reconstructions?.some(({ status }) => status === 'has_3d')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const patientsOf = async ({ service, name }: Trial) =>
  (await service.list(`?${new URLSearchParams({ name, per_page: '100' })}`)).patients;
const isThere = async ({ service, id }: Trial) => (await service.send('GET', `/patients/${id}`)).status === 200;

const storedProfile = async ({ path }: Trial, name: string) =>
  (await openConfig({ configFolder: path('home', '.config', 'recon') }).read()).profiles[name];
const storedToken = ({ path }: Trial, account: string) =>
  openCredentialsFile(path('home', '.config', 'recon')).read(account);

export const CHANGING_COMMANDS: readonly ChangingCommand[] = [
  {
    name: 'create with photos',
    arrange: withSettings,
    args: (trial) => ['patients', 'create', '--name', trial.name, ...photoFlags(trial), '--no-wait'],
    timesDone: async (trial) => (await patientsOf(trial)).length,
  },
  {
    name: 'update',
    arrange: withPatient,
    args: ({ id }) => ['patients', 'update', id, '--city', 'Porto'],
    timesDone: async (trial) => (await patientsOf(trial)).filter(({ city }) => city === 'Porto').length,
  },
  {
    name: 'accept',
    arrange: withModel,
    args: ({ id }) => ['patients', 'accept', id, '--type', 'mammo'],
    timesDone: async (trial) =>
      (await patientsOf(trial)).filter(({ reconstructions }) => reconstructions[0]?.accepted).length,
  },
  {
    name: 'delete',
    arrange: withPatient,
    args: ({ id }) => ['patients', 'delete', id, '--yes'],
    timesDone: async (trial) => ((await isThere(trial)) ? 0 : 1),
  },
  {
    name: 'after create',
    arrange: withPatient,
    args: (trial) => ['after', 'create', trial.id, ...photoFlags(trial), '--no-wait'],
    timesDone: async (trial) => countAfters(trial),
  },
  {
    name: 'transfer',
    arrange: withPatient,
    args: ({ id, subAccountId }) => ['transfer', id, '--to', subAccountId, '--yes'],
    timesDone: async (trial) => ((await isThere(trial)) ? 0 : 1),
  },
  {
    name: 'login',
    local: true,
    arrange: withSettings,
    args: ({ service }) => [
      ...['login', '--profile', PROFILE, '--base-url', service.url],
      ...['--token-stdin', '--insecure-storage'],
    ],
    input: ({ service }) => service.token,
    timesDone: async (trial) => {
      const account = `${PROFILE} ${trial.service.url}`;
      const [token, profile] = [await storedToken(trial, account), await storedProfile(trial, PROFILE)];
      return token === trial.service.token && profile?.['base-url'] === trial.service.url ? 1 : 0;
    },
  },
  {
    name: 'logout',
    local: true,
    arrange: withSettings,
    args: () => ['logout', '--profile', 'old', '--base-url', OLD_PROFILE['base-url']],
    timesDone: async (trial) => ((await storedToken(trial, 'old https://old.example')) === undefined ? 1 : 0),
  },
  {
    name: 'config set',
    local: true,
    arrange: withSettings,
    args: () => ['config', 'set', 'jobs', '7', '--profile', 'old'],
    timesDone: async (trial) => ((await storedProfile(trial, 'old'))?.['jobs'] === '7' ? 1 : 0),
  },
  {
    name: 'download --force',
    local: true,
    arrange: async (trial) => {
      await withModel(trial);
      writeFileSync(trial.path('out', 'ana.zip'), OLD_ARCHIVE);
    },
    args: ({ id, path }) => ['download', id, '--type', 'mammo', '--to', path('out', 'ana.zip'), '--force'],
    timesDone: async ({ path }) => (readFileSync(path('out', 'ana.zip'), 'latin1').startsWith('PK\x03\x04') ? 1 : 0),
  },
  {
    name: 'download --extract',
    local: true,
    arrange: withModel,
    args: ({ id, path }) => ['download', id, '--type', 'mammo', '--extract', path('out', 'ana')],
    timesDone: async ({ path }) => {
      try {
        return readFileSync(path('out', 'ana', 'SHA256SUMS')).length > 0 ? 1 : 0;
      } catch {
        return 0;
      }
    },
  },
];
