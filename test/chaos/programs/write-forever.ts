import { openConfig, putIntoProfile } from '../../../src/config/config-file.ts';
import { openCredentialsFile } from '../../../src/config/credentials-file.ts';

/** Arguments: settings folder, name of this writer. Writes a setting and a token in turn, and tells each that is kept. */
const [configFolder, writer] = process.argv.slice(2) as [string, string];
const store = openConfig({ configFolder });
const tokens = openCredentialsFile(configFolder);
for (let at = 0; ; at++) {
  await store.change((config) => putIntoProfile(config, writer, { jobs: String((at % 64) + 1) }));
  await tokens.write(`${writer} https://clinic.example`, `rcn_token_${at}`);
  process.stdout.write(`${at}\n`);
}
