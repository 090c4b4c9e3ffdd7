import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const FIELD = 'reconstruction[nipple_to_nipple]';

test.each(['0.0000001', '0.999', '300.001', '1000000', '9'.repeat(300)])(
  'a measure of %s cm is 422, on create, update and after',
  async (measure) => {
    const { patient } = await service.patient('POST', '/patients');
    const form = { ...(await mammoForm()), [FIELD]: measure };
    for (const [method, path] of [
      ['POST', '/patients'],
      ['PUT', `/patients/${patient.id}`],
      ['POST', `/patients/${patient.id}/after`],
    ] as const) {
      const problem = await service.problem(method, path, { form });
      expect(problem).toMatchObject({ status: 422, errors: [{ field: FIELD }] });
      expect(problem.errors?.[0]?.message).toContain('it must be a number of cm from 1 to 300');
    }
  },
);

test.each(['1', '300', '21.5'])('a measure of %s cm is taken', async (measure) => {
  const form = { ...(await mammoForm()), [FIELD]: measure };
  const { patient } = await service.patient('POST', '/patients', { form });
  expect(patient.reconstructions[0]?.mesaures).toEqual({ nipple_to_nipple: Number(measure) });
});

test('every measure has the bounds, and all that are wrong are named', async () => {
  const form = {
    ...(await faceForm()),
    [FIELD]: '0.5',
    'reconstruction[eye_distance]': '0.063',
    'reconstruction[hipline]': '950',
  };
  const { errors } = await service.problem('POST', '/patients', { form });
  expect(errors?.map(({ field }) => field)).toEqual([FIELD, 'reconstruction[eye_distance]', 'reconstruction[hipline]']);
});
