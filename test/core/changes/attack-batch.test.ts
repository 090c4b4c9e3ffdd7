import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { carryOut } from '../../../src/core/changes/carry-out.ts';
import { plainCall } from '../../../src/core/changes/run.ts';
import type { Procedure } from '../../../src/core/changes/steps.ts';
import { createClient } from '../../../src/core/client.ts';
import { dropOldLines } from '../../../src/core/journal/drop-old-lines.ts';
import { transportTo } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openedJournal, planned } from '../journal/opened-journal.ts';
import { attackHome, names, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const NOBODY = { deed: 'create' as const, patient: {}, allowSame: false };
const { create, importing, pathOf, put, recon } = attackHome();

describe('recon resume and imports', () => {
  test('a list that was replaced by another one is not imported by resume', async () => {
    const service = await strangerService();
    const list = put('name\nAna\nBo\n');
    service.fates = ['answered', { status: 401 }];
    await importing(service, list);
    put('name\nNobody Asked\nFor These\n');
    await recon(service, 'resume');
    expect(names(service)).toEqual(['Ana']);
  });

  test('the last way in which an import was begun counts, not the first', async () => {
    const service = await strangerService();
    service.patients.push({ id: 90, owner: TOKEN, name: 'Bo' });
    const list = put('name\nAna\nBo\n');
    service.fates = [{ status: 401 }];
    await importing(service, list, '--allow-same');
    service.fates = [{ status: 401 }];
    // A slip noticed: now without --allow-same.
    expect((await importing(service, list)).exitCode).toBe(4);
    await recon(service, 'resume');
    expect(names(service)).toEqual(['Ana', 'Bo']);
  });

  test('another command that is at one of the patients does not stop the whole import', async () => {
    let begun = () => {};
    let end = () => {};
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const service = await strangerService({
      onRequest: async ({ method, fields }) => {
        if (method !== 'POST' || fields['city'] !== 'slow') return;
        begun();
        await mayEnd;
      },
    });
    const slow = create(service, '--name', 'Ana', '--city', 'slow');
    await hasBegun;
    const { exitCode, stderr } = await importing(service, put('name\nAna\nBo\nCy\n'));
    end();
    await slow;
    expect({ exitCode, names: names(service) }, stderr).toEqual({ exitCode: 7, names: ['Ana', 'Bo', 'Cy'] });
  });
});

test('a clock that is set right after a keyed create: a key that the service forgot is not sent again', async () => {
  const HOUR = 3_600_000;
  const time = { now: 1000 * HOUR };
  const clock = { now: () => time.now, monotonic: () => time.now, sleep: async () => {} };
  const journal = await openedJournal({
    folder: join(tempFolder(), 'journal'),
    scope: { profile: 'p', service: 's' },
    holder: TOKEN,
    clock,
  });
  // The clock of this machine is ten days ahead.
  const { entry } = await planned(
    journal,
    { deed: 'create', subject: 'ana', request: 'r' },
    { ...NOBODY, patient: { name: 'Ana' } },
    {
      state: 'sent',
      baseline: { ids: [] },
      keyUntil: time.now + 24 * HOUR,
      inDoubt: false,
    },
  );
  const lost = await journal.note(entry, { state: 'lost' });
  // Set right, and two days later: the service has forgotten the key a day ago.
  time.now += -240 * HOUR + 48 * HOUR;
  const happened: string[] = [];
  const steps: Procedure<{ patient: string }> = {
    plan: async () => ({ baseline: { ids: [] } }),
    send: async () => {
      happened.push('send');
      return { patient: '2' };
    },
    look: async () => {
      happened.push('look');
      return { is: 'made', ending: { patient: '1' } };
    },
  };
  const run = {
    ...{
      client: createClient(transportTo('http://127.0.0.1:9')),
      journal,
      service: 's',
      clock,
      signal: new AbortController().signal,
    },
    ...{ quietMs: () => 1000, noteAnswer: () => {}, onNotice: () => {}, random: () => 0 },
  };
  const call = { ...plainCall(run), pause: async () => {}, keepsUnsent: true };
  await carryOut(lost, { steps, run, call });
  expect(happened).toEqual(['look']);
});

test('a journal that is written anew while others write to it re-opens nothing and forgets nothing', async () => {
  const folder = join(tempFolder(), 'journal');
  const parts = { folder, scope: { profile: 'p', service: 's' }, holder: TOKEN, clock: systemClock };
  const journal = await openedJournal(parts);
  const { entry: filler } = await planned(journal, { deed: 'create', request: 'f' }, NOBODY, { state: 'planned' });
  const path = join(folder, `${journal.mark('scope', 's')}.jsonl`);
  // Lines of an open entry are kept, so it stays large.
  const line = `${JSON.stringify({ v: 1, entry: filler.id, at: Date.now(), state: 'unknown', candidates: ['9'.repeat(3000)] })}\n`;
  writeFileSync(path, line.repeat(1400), { flag: 'a' });
  let isOver = false;
  const troubles: string[] = [];
  const dropping = (async () => {
    for (let round = 0; round < 12; round += 1) await dropOldLines(path, Date.now());
    isOver = true;
  })();
  const done: string[] = [];
  const writing = async (lane: number) => {
    for (let at = 0; !isOver; at += 1) {
      const patient = `${lane}${at + 1000}`;
      try {
        const { entry } = await planned(journal, { deed: 'create', request: `r${patient}` }, NOBODY, {
          ...{ state: 'sent', baseline: { ids: [] }, keyUntil: 0, inDoubt: false },
        });
        await journal.note(entry, { state: 'done', patient });
        done.push(patient);
      } catch (error) {
        troubles.push(String(error));
      }
    }
  };
  await Promise.all([dropping, writing(1), writing(2), writing(3)]);
  const later = await openedJournal(parts);
  const claimed = await later.claimed();
  expect(done).not.toEqual([]);
  expect.soft(troubles.slice(0, 3)).toEqual([]);
  expect
    .soft(
      done.filter((one) => !claimed.has(one)),
      `of ${done.length}`,
    )
    .toEqual([]);
  expect((await later.open()).filter(({ id }) => id !== filler.id).length, `of ${done.length}`).toBe(0);
}, 60_000);

describe('a report that is fed back', () => {
  test.each([
    ['named in another spelling', './back.csv', 'back.csv'],
    ['saved under another name', 'back.csv', 'corrected.csv'],
  ])('%s: resume does not send its rows again', async (_, reportName, fedName) => {
    const service = await strangerService();
    const list = put('name,phone\nAna,1001\nBo,1002\nCy,1003\n');
    const [report, fed] = [`${pathOf('.')}/${reportName}`, pathOf(fedName)];
    service.fates = ['answered', { status: 401 }];
    expect((await importing(service, list, '--allow-same', '--report', report)).exitCode).toBe(4);
    writeFileSync(fed, readFileSync(report));
    expect((await importing(service, fed, '--allow-same')).exitCode).toBe(0);
    await recon(service, 'resume');
    expect(names(service)).toEqual(['Ana', 'Bo', 'Cy']);
  });
});
