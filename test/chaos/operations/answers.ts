import type { WireAnswer } from '../fault-proxy.ts';
import type { Stage } from '../operations.ts';

export const json = (body: unknown): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: Buffer.from(JSON.stringify(body)),
});

export const patientAnswer = (id: number, name: string) =>
  json({
    patient: { id, name, email: null, updated_at: '2026-11-21T10:00:00.000+00:00', reconstructions: [] },
    async: 'false',
  });

export const newPatient = async ({ service, name }: Stage) =>
  (await service.patient('POST', '/patients', { form: { 'patient[name]': name } })).patient.id;
