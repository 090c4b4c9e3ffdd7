import { expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test('status offered one more link to somebody whose model is ready', async () => {
  const face = (status: string) => [{ type: 'FaceReconstruction', status, mesaures: {}, accepted: false }];
  const patients = [
    { id: 1, name: 'Ana Ready', reconstructions: face('has_3d') },
    { id: 2, name: 'Ben Failed', reconstructions: face('failed') },
  ];
  const headers = { 'Recon-Routes': 'open-invitations, invitations, revoke-invitations' };
  const link = {
    type: 'face',
    created_at: '2026-01-02T03:04:05.678Z',
    expires_at: '2099-01-02T03:04:05.678Z',
    links: 2,
  };
  const { url } = await record(({ url: asked }) => ({
    headers,
    body: JSON.stringify(
      asked.includes('invitations')
        ? { invitations: [1, 2].map((patient_id) => ({ patient_id, ...link })) }
        : { patients, meta: { total_entries: 2 } },
    ),
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const seen = await typeMain(['status'], environment, []);
  const stderr = seen.stderr.replaceAll(/\s+/g, ' ');
  expect(seen.stdout).toContain('Ana Ready, face, 2 links');
  expect(stderr).not.toContain('recon invite 1 --type face (');
  expect(stderr).toContain(
    'recon invite 1 --type face --revoke (Ana Ready, whose face model is ready: to take back what',
  );
  expect(stderr).toContain('recon invite 2 --type face (Ben Failed, a new link)');
});
