import { openConfig, putIntoProfile } from '../../../src/config/config-file.ts';

/** Arguments: settings folder, name of this writer, number of profiles it writes, one change each. */
const [configFolder, writer, count] = process.argv.slice(2) as [string, string, string];
const store = openConfig({ configFolder });
for (let at = 0; at < Number(count); at++) {
  await store.change((config) => putIntoProfile(config, `${writer}-${at}`, { jobs: String((at % 64) + 1) }));
}
