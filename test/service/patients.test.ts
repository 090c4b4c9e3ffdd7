import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

test('a patient without photos is created, fetched and listed', async () => {
  const created = await service.send('POST', '/patients', {
    form: { 'patient[name]': 'Ana Sánchez', 'patient[country]': 'ES', 'patient[email]': 'ana@example.org' },
  });
  expect(created.status).toBe(201);
  const { patient, async } = JSON.parse(await created.text());
  expect(patient).toEqual({
    id: 1,
    player_id: expect.stringMatching(/^[0-9a-f]{24}$/),
    name: 'Ana Sánchez',
    email: 'ana@example.org',
    height: null,
    weight: null,
    phone: null,
    gender: null,
    address: null,
    city: null,
    postal_code: null,
    state: null,
    country_iso: 'ES',
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    reconstructions: [],
  });
  expect(async).toBe('false');
  expect(await service.patient('GET', `/patients/${patient.id}`)).toEqual({ patient, async });
  expect(await service.list()).toEqual({
    patients: [patient],
    meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 1 },
  });
});
