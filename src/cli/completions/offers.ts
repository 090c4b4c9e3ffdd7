import { join } from 'node:path';
import { dataFolderOf, openConfig, profileOf, type StoredConfig } from '../../config/config-file.ts';
import { readInThisProcess } from '../../config/keyring.ts';
import { type KnownName, namesAccount, openKnownNames, readKey } from '../../config/known-names.ts';
import { configPaths, type Environment } from '../../config/paths.ts';
import { choicesOf, resolveSettings } from '../../config/settings.ts';
import { everyRecord } from '../../core/journal/record.ts';
import { candidatesFor, typeableName } from '../../core/whom.ts';
import { printable } from '../output/printable.ts';
import { type Line, typedValue } from './line.ts';

/** A word to insert, and what is shown beside it. */
export interface Offer {
  word: string;
  about: string;
}

export interface TabQuestion {
  /** A `KnownKind`; of any other nothing is known. */
  kind: string;
  shell: string;
  line: Line;
  environment: Environment;
  platform: NodeJS.Platform;
  now: number;
}

/** What this machine alone knows: no request, no question, no change. */
export async function offersFor(question: TabQuestion): Promise<Offer[]> {
  const { kind, line, environment, platform } = question;
  const words = kind === 'setting' ? choicesOf(settingNamed(line)) : undefined;
  if (words !== undefined) return words.map((word) => ({ word, about: '' }));
  const paths = configPaths(environment, platform);
  // A damaged file is for a command to tell of.
  const stored = await openConfig(paths).look();
  if (stored === undefined) return [];
  const flags = { profile: typedValue('--profile', line), 'base-url': typedValue('--base-url', line) };
  const place = { ...paths, stored, settings: resolveSettings({ flags, environment, stored }) };
  if (kind === 'profile' || (kind === 'setting' && settingNamed(line) === 'profile')) return profiles(stored);
  if (kind === 'surgeon') return [...place.settings.surgeons].map(([word, id]) => ({ word, about: `account ${id}` }));
  if (kind === 'change') return await changes(place);
  if (kind === 'account') return await accounts(place, question);
  return kind === 'patient' || kind === 'patient-id' ? await patients(place, question) : [];
}

/** The key that `config set` has before the value. */
const settingNamed = ({ words }: Line): string | undefined => words.at(-1);

type Place = ReturnType<typeof configPaths> & { stored: StoredConfig; settings: ReturnType<typeof resolveSettings> };

const profiles = (stored: StoredConfig): Offer[] =>
  Object.keys(stored.profiles).map((word) => ({ word, about: profileOf(stored, word)['base-url'] ?? '' }));

/** Those at the service in use come first. */
async function changes({ stateFolder, settings }: Place): Promise<Offer[]> {
  const offers = (await everyRecord(join(stateFolder, 'journal'))).flatMap(({ scope, entries, batches }) => {
    if (scope === undefined) return [];
    const isHere = scope.profile === settings.profile.value && scope.service === settings.baseUrl?.value;
    const where = isHere ? '' : `, at ${scope.service} (profile ${scope.profile})`;
    const about = (what: string) => ({ about: `${what}${where}`, isHere });
    return [
      ...[...entries.values()].map(({ id, deed, patient }) => ({
        word: id,
        ...about(patient === undefined ? deed : `${deed} patient ${patient}`),
      })),
      ...[...batches].map((batch) => ({ word: batch, ...about('import') })),
    ];
  });
  return offers.sort((a, b) => Number(b.isHere) - Number(a.isHere));
}

/** Of a service on this machine whose database is a file. */
async function accounts({ stored, serviceFolder }: Place, { line, environment }: TabQuestion): Promise<Offer[]> {
  if (environment['RECON_SERVE_DATABASE'] || typedValue('--database', line) !== undefined) return [];
  const usual = dataFolderOf(profileOf(stored, 'local')) ?? serviceFolder;
  const { accountNames } = await import('../../service/stored-names.ts');
  return (await accountNames(typedValue('--data', line) ?? usual)).map((word) => ({ word, about: '' }));
}

async function patients({ stateFolder, settings }: Place, question: TabQuestion): Promise<Offer[]> {
  const { environment, now } = question;
  // A token of the environment may be another account's.
  if (settings.baseUrl === undefined || environment['RECON_TOKEN'] || environment['RECON_TOKEN_FILE']) return [];
  const owner = { profile: settings.profile.value, service: settings.baseUrl.value };
  const key = readKey(await readInThisProcess(namesAccount(owner)));
  if (key === undefined) return [];
  return offeredNames(await openKnownNames(join(stateFolder, 'names'), owner).read(key, now), question);
}

/**
 * Ids that begin with the typed digits, or the ids of those whose names the typed letters may mean. fish inserts no word
 * that is unlike the typed one, so there it is the name.
 */
export function offeredNames(
  names: readonly KnownName[],
  { kind, shell, line: { typed } }: Pick<TabQuestion, 'kind' | 'shell' | 'line'>,
): Offer[] {
  if (/^\d*$/.test(typed)) {
    return names.filter(({ id }) => id.startsWith(typed)).map(({ id, name }) => ({ word: id, about: printable(name) }));
  }
  const listed = names.map(({ id, name }) => ({ id: Number(id), name }));
  return candidatesFor(listed, { by: 'name', typed }).flatMap(({ id, patient }) => {
    const name = String(patient?.name);
    if (shell !== 'fish') return { word: id, about: printable(name) };
    const word = kind === 'patient' ? typeableName(name, typed) : undefined;
    return word === undefined ? [] : { word, about: `${id}  ${printable(name)}` };
  });
}
