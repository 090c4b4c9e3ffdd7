import { expect, test } from 'vitest';
import { tellReach } from '../../../../src/cli/commands/serve/tell-reach.ts';
import type { Context } from '../../../../src/cli/context.ts';
import { createStreams } from '../../../../src/cli/io/streams.ts';
import { standInProcess } from '../../../support/stand-in-process.ts';

const OWN = 'http://127.0.0.1:4747';
const PUBLIC = 'https://clinic.example';

function told(isProxied: boolean, isOtherName = false): string {
  const { stand, texts } = standInProcess([], {});
  const context = { streams: createStreams(stand) } as unknown as Context;
  tellReach(
    { name: '127.0.0.1', usual: '127.0.0.1', others: [PUBLIC], isProxied, isOtherName, ownNames: [] },
    OWN,
    context,
  );
  return texts.stderr;
}

test('a service that listens for its machine alone is reached by others only through a proxy', () => {
  expect(told(true)).toContain(`Other machines reach it at ${PUBLIC}, once a proxy there leads to ${OWN}\n`);
  expect(told(false)).toContain(`Other machines reach it at ${PUBLIC}\n`);
});

test('with a certificate for another name, others reach it only through a proxy that has a fitting one', () => {
  expect(told(false, true)).not.toContain('Other machines reach it');
  expect(told(true, true)).toContain(`at ${PUBLIC}, once a proxy there with a certificate for that name leads to`);
});
