import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AfterAnswer } from '../../src/contract/answers.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm, photoFields } from '../support/service-forms.ts';

let service: TestService;
let id: number;
beforeAll(async () => {
  service = await openService();
  id = (await service.patient('POST', '/patients')).patient.id;
});
afterAll(() => service.close());

test('an after has the interface’s shape, and its pictures and thumbs can be seen without a token', async () => {
  const form = { ...(await faceForm()), 'reconstruction[eye_distance]': '6.2' };
  const answer = await service.send('POST', `/patients/${id}/after`, { form });
  expect(answer.status).toBe(201);
  const { after } = (await answer.json()) as AfterAnswer;
  const image = { url: expect.stringMatching(/^http/), thumb: { url: expect.stringMatching(/\/thumb\?/) } };
  expect(after).toEqual({
    weight: null,
    status: 'processing',
    accepted: 'false',
    provider: 4,
    measures: { eye_distance: 6.2 },
    front: image,
    left: image,
    right: image,
    back: { url: null, thumb: { url: null } },
  });
  const thumb = await fetch(after.front.thumb.url!);
  expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await thumb.arrayBuffer()).byteLength).toBeLessThan(20_000);
  expect((await service.patient('GET', `/patients/${id}`)).patient.reconstructions).toEqual([]);
});

test('the rules of a create apply, and a type is always needed', async () => {
  const nothing = await service.problem('POST', `/patients/${id}/after`);
  expect(nothing.errors?.map(({ field }) => field)).toEqual([
    'reconstruction[type]',
    'reconstruction[left]',
    'reconstruction[front]',
    'reconstruction[right]',
  ]);
  const head = await service.problem('POST', `/patients/${id}/after`, {
    form: { ...(await faceForm()), 'reconstruction[provider]': '5', ...(await photoFields(['below'])) },
  });
  expect(head.errors?.map(({ field }) => field)).toEqual(['reconstruction[left_45]', 'reconstruction[right_45]']);
});

test.each(['patient[name]', 'async'])('an after has no %s', async (field) => {
  const form = { ...(await mammoForm()), [field]: 'true' };
  const problem = await service.problem('POST', `/patients/${id}/after`, { form });
  expect(problem).toMatchObject({ status: 422, errors: [{ field }] });
});

test('an after of an absent patient is 404 whatever it brings', async () => {
  expect(await service.problem('POST', '/patients/999/after', { form: await faceForm() })).toMatchObject({
    status: 404,
  });
});
