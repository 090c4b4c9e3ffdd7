import { expect, test } from 'vitest';
import { readServeOptions } from '../../../../src/cli/commands/serve/read-options.ts';

test.each([
  ['0.0.0.0/0', [expect.stringMatching(/^--behind-proxy 0\.0\.0\.0\/0 believes anybody/)]],
  ['loopback', undefined],
])('a start behind the proxy %s warns of %j', async (behindProxy, warnings) => {
  const options = { role: 'all', host: '127.0.0.1', publicUrl: 'https://clinic.example', behindProxy };
  expect((await readServeOptions(options, false)).warnings).toEqual(warnings);
});
