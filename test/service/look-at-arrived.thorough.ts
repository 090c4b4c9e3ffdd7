import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PhotoLookAnswer } from '../../src/contract/patient-page.ts';
import { lookerProgram } from '../support/engine-worker.ts';
import { jpegOf } from '../support/photo-maker.ts';
import { openService } from '../support/running-service.ts';

const sample = (view: string) => readFile(resolve(import.meta.dirname, `../../samples/ana/torso/${view}.jpg`));

test('a look at a photo that has arrived tells what a generation would say, and nothing of a good one', async () => {
  const service = await openService({ lookerUrl: await lookerProgram() });
  try {
    const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ida Invited' } });
    const invited = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=mammo`);
    const page = new URL(((await invited.json()) as { invitation_url: string }).invitation_url).pathname;
    const put = async (view: string, photo: Buffer, id = `photo-of-${view}`) => {
      const sha256 = createHash('sha256').update(photo).digest('hex');
      const form = { 'photo[id]': id, 'photo[sha256]': sha256, [`reconstruction[${view}]`]: photo };
      expect((await service.send('PUT', `${page}/photos/${view}`, { token: null, form })).status).toBe(200);
    };
    const look = async (view: string) => {
      const answer = await service.send('GET', `${page}/photos/${view}/look`, { token: null });
      const { warnings, isUnusable } = (await answer.json()) as Partial<PhotoLookAnswer>;
      return [answer.status, warnings, isUnusable];
    };
    expect(await look('front')).toEqual([404, undefined, undefined]);
    await put('front', await sample('front'));
    await put('left', await sample('left'));
    await put('right', await jpegOf({ seed: 74 }));
    expect(await look('front')).toEqual([200, [], false]);
    expect(await look('left')).toEqual([200, [], false]);
    expect(await look('right')).toEqual([200, ['background_not_plain', 'small'], true]);
    for (const [sigma, isUnusable] of [
      [3, false],
      [6, true],
    ] as const) {
      await put(
        'front',
        await sharp(await sample('front'))
          .blur(sigma)
          .jpeg()
          .toBuffer(),
        `blurred-by-${sigma}`,
      );
      expect(await look('front')).toEqual([200, ['blurred'], isUnusable]);
    }
    await put('front', await sample('front'), 'sharp-again');
    await put('left', await sample('right'), 'taken-again');
    expect(await look('left')).toEqual([200, ['wrong_view'], true]);
    // The desk is told the same.
    const { invitations } = (await (await service.send('GET', `/recon/patients/${patient.id}/invitations`)).json()) as {
      invitations: { photos: { view: string; is_unusable?: boolean }[] }[];
    };
    const kept = invitations[0]!.photos.map(({ view, is_unusable }) => [view, is_unusable]);
    expect(kept).toEqual([
      ['right', true],
      ['front', undefined],
      ['left', true],
    ]);
    const together = async (cm: string) => {
      const form = { 'reconstruction[nipple_to_nipple]': cm };
      const answer = await service.send('POST', `${page}/look`, { token: null, form });
      return answer.ok ? ((await answer.json()) as { found: object }).found : answer.status;
    };
    await put('right', await sample('left'), 'taken-again');
    expect(await together('21')).toEqual({
      photos: { front: [], left: ['wrong_view'], right: ['wrong_view'] },
      together: ['views_swapped'],
      unusable: ['left', 'right'],
      isUnusable: true,
    });
    await put('right', await jpegOf({ seed: 75 }), 'in-between');
    await put('left', await sample('left'), 'as-it-was');
    await put('right', await sample('right'), 'as-it-was');
    expect(await together('21')).toEqual({
      photos: { front: [], left: [], right: [] },
      together: [],
      unusable: [],
      isUnusable: false,
    });
    expect(await together('40')).toMatchObject({ together: ['measure_implausible'], unusable: [], isUnusable: true });
    // Typed in mm, as no person is: the page asks again before a look.
    expect(await together('210')).toBe(422);
  } finally {
    await service.close();
  }
}, 400_000);
