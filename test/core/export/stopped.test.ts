import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createClient } from '../../../src/core/client.ts';
import { exportPatients } from '../../../src/core/export/export.ts';
import type { ExportHooks } from '../../../src/core/export/request.ts';
import { ReconError } from '../../../src/errors.ts';
import { createTransport } from '../../../src/http/transport.ts';
import { openService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const noPhoto = () => Promise.reject(new Error('no photo is asked for here'));

const MODELS = 3;

test('an export that is repeated and stopped does not forget what the first one saved', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const form = { async: 'false', ...(await faceForm()) };
  for (const name of ['Ana', 'Ben', 'Cid']) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name, ...form } });
  }
  const { url, token } = service;
  const client = createClient(
    createTransport({
      ...{ baseUrl: url, token: async () => token, clock: systemClock },
      ...{ proxy: {}, userAgent: 'recon/test' },
    }),
  );
  onTestFinished(() => client.close());
  const to = tempFolder();
  let fetched = 0;
  const exporting = (hooks: Partial<ExportHooks> = {}, over: Partial<typeof client> = {}, into = to) =>
    exportPatients(
      {
        ...{ ...client, ...over },
        openDownload: (...of) => {
          fetched += 1;
          return client.openDownload(...of);
        },
      },
      {
        to: into,
        service: url,
        filters: {},
        formats: [],
        removeGone: false,
        archives: { types: undefined },
        printableJson: (json) => json,
      },
      { clock: systemClock, jobs: 1, fetchPhoto: noPhoto, ...hooks },
    );
  await exporting();
  expect(fetched).toBe(MODELS);
  const stop = new AbortController();
  const onArchive = () => stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  expect(await exporting({ onArchive, signal: stop.signal })).toMatchObject({ counts: { saved: 1, not_tried: 2 } });
  const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8');
  expect(sums.match(/\.zip$/gm)).toHaveLength(MODELS);
  expect(await exporting()).toMatchObject({ kept: MODELS });
  expect(fetched).toBe(MODELS);

  // Who has no model is not counted among what is to come.
  async function* oneFailed(...of: Parameters<typeof client.eachPage>) {
    for await (const reply of client.eachPage(...of)) {
      const [first, ...others] = reply.body?.patients ?? [];
      const reconstructions = [{ type: 'FaceReconstruction', status: 'failed' }];
      yield {
        ...reply,
        body: { ...reply.body!, patients: [{ ...first, reconstructions } as typeof first, ...others] },
      };
    }
  }
  const told: string[] = [];
  const { counts } = await exporting(
    {
      onRecords: ({ archives, photos }) => told.push(`${archives}, ${photos}`),
      onArchive: ({ state }) => told.push(state),
    },
    { eachPage: oneFailed as typeof client.eachPage },
  );
  expect(counts).toMatchObject({ saved: MODELS - 1, no_model: 1 });
  expect(told).toEqual([`${MODELS - 1}, 0`, 'saved', 'saved']);
  // Nor among what a stop has left to save, also in a new folder.
  const early = new AbortController();
  const onRecords = () => early.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
  const stopped = await exporting(
    { onRecords, signal: early.signal },
    { eachPage: oneFailed as typeof client.eachPage },
    tempFolder(),
  );
  expect(stopped.counts).toMatchObject({ saved: 0, no_model: 1, not_tried: MODELS - 1 });
});
