import { expect, test } from 'vitest';
import { openInvitedSet } from '../support/invited-set.ts';
import { pageFiles } from '../support/page-files.ts';
import { openService } from '../support/running-service.ts';

test('behind a public URL with a path, the pages, the answer to a sending and the model lead there', async () => {
  const service = await openService({ pagesUrl: await pageFiles(), publicUrl: 'https://clinic.example/recon/' });
  const { page } = await openInvitedSet(service);
  const markup = await (await service.send('GET', page, { token: null })).text();
  const addresses = [...markup.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, address]) => address!);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    expect(address).toMatch(/^\/recon\/pages\/patient-/);
    expect((await service.send('GET', address.slice('/recon'.length), { token: null })).status).toBe(200);
  }
  const answer = await service.send('POST', `${page}/send`, {
    token: null,
    form: { 'reconstruction[nipple_to_nipple]': '21' },
    headers: { 'idempotency-key': 'a-key-of-the-page-1' },
  });
  const { sent } = (await answer.json()) as { sent: string };
  expect(sent).toMatch(/^\/recon\/sent\//);
  const state = async () => {
    const headers = { accept: 'application/json' };
    return (await service.send('GET', sent.slice('/recon'.length), { token: null, headers })).json();
  };
  await expect.poll(state).toMatchObject({ status: 'has_3d', frames: expect.stringMatching(/^\/recon\/images\//) });
  const { frames } = (await state()) as { frames: string };
  expect((await service.send('GET', frames.slice('/recon'.length), { token: null })).status).toBe(200);
  await service.close();
});
