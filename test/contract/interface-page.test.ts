import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OWN_ROUTES, ownPaths } from '../../src/contract/own-routes.ts';
import { paths } from '../../src/contract/paths.ts';
import { PATIENT_FIELDS, SIZE_FIELDS } from '../../src/contract/patient.ts';
import { PROVIDERS } from '../../src/contract/providers.ts';
import { MEASURES, RECONSTRUCTION_TYPES, VIEWS } from '../../src/contract/reconstruction.ts';

const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8');

test.each([
  ...[...PATIENT_FIELDS, ...SIZE_FIELDS].map((field) => `[${field}]`),
  ...[...VIEWS, ...MEASURES].map((name) => `[${name}]`),
  ...RECONSTRUCTION_TYPES.map((type) => `\`${type}\``),
  ...Object.values(paths).map((path) =>
    path('ID', 'TARGET').replace('ID', ':id').replace('TARGET', ':target_surgeon_id'),
  ),
  `Recon-Routes: ${OWN_ROUTES.join(', ')}`,
  ...[
    ...[ownPaths.patient('ID'), ownPaths.accepted('ID', 'face'), ownPaths.giveBack('ID'), ownPaths.surgeons()],
    ...[ownPaths.openInvitations(), ownPaths.room()],
    ...[ownPaths.simulations('ID'), ownPaths.simulation('ID', 7).replace('7', ':simulation')],
    ...[ownPaths.failure('ID'), ownPaths.simulationLines('ID')],
    ownPaths.afterArchive('ID', 7).replace('7', ':number'),
    ownPaths.invitationsOf('ID', 'face'),
  ].map((path) => path.replace('ID', ':id').replace('face', ':type')),
])('docs/interface.md names %s', (word) => {
  expect(page).toContain(word);
});

test('docs/interface.md has the provider table of the code', () => {
  const rows = [...page.matchAll(/^\| (\d) \| ([a-z, ]+) \| (?:(\d) min ?)?(?:(\d+) s )?\|$/gm)].map(
    ([, number, name, minutes = 0, seconds = 0]) => `${number} ${name} ${Number(minutes) * 60 + Number(seconds)}`,
  );
  const names: Record<string, string> = { 'head-hq': 'head, high quality' };
  const table = PROVIDERS.map(
    ({ number, name, usualSeconds }) => `${number} ${names[name] ?? name.replace('-', ' ')} ${usualSeconds}`,
  );
  expect(rows).toEqual(table);
});
