import { expect, test } from 'vitest';
import { warnOfOwnSigner } from '../../../src/cli/commands/invite/reach.ts';
import type { Context } from '../../../src/cli/context.ts';

/** A service at an address that no test can have, with the certificate that is seen there. */
async function told(link: string, certificate: { isPublic: boolean } | undefined, caFile?: string) {
  const lines: unknown[] = [];
  let looks = 0;
  const context = {
    environment: {},
    settings: async () => ({
      baseUrl: { value: 'https://clinic.example' },
      caFile: caFile && { value: caFile },
    }),
    client: async () => ({
      certificate: async () => {
        looks += 1;
        return certificate;
      },
    }),
    streams: { warn: (line: unknown) => lines.push(line) },
  };
  await warnOfOwnSigner(link, context as unknown as Context);
  return { lines, looks };
}

const LINK = 'https://clinic.example/i/x';

test('nobody who makes a link was told that no phone trusts the certificate of the service', async () => {
  const { lines } = await told(LINK, { isPublic: false }, '/etc/clinic.pem');
  expect(lines).toEqual([
    expect.stringMatching(/^the certificate of this service is signed by no public authority .*phones/),
  ]);
});

test.each([
  ['a public one, behind a proxy of the clinic', LINK, { isPublic: true }, '/etc/clinic.pem', 1],
  ['one that cannot be looked at', LINK, undefined, '/etc/clinic.pem', 1],
  ['links of another address', 'https://links.example/i/x', { isPublic: false }, '/etc/clinic.pem', 0],
  ['a service that is trusted without a setting', LINK, { isPublic: false }, undefined, 0],
] as const)('of %s nothing is told', async (_what, link, certificate, caFile, looks) => {
  expect(await told(link, certificate, caFile)).toEqual({ lines: [], looks });
});
