import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { reconstructionFormField } from '../../../src/contract/fields.ts';
import {
  type PageRefusal,
  PHOTO_ID_FIELD,
  PHOTO_SHA256_FIELD,
  type PhotoLookAnswer,
  patientPagePaths,
  SEEN_PHOTOS_FIELD,
  type SetLookAnswer,
  type SetWarnings,
} from '../../../src/contract/patient-page.ts';
import type { ReconstructionType, View } from '../../../src/contract/reconstruction.ts';
import { LIMITS } from '../../../src/service/request-limits.ts';
import type { Options } from '../options.ts';
import { inputOf, VARIANTS } from '../plan.ts';
import { SETS, type Subject, TYPE_OF } from '../subjects.ts';
import { KINDS, type Kind, type PhotoSet, sitterOf } from './kinds.ts';
import { bytesOf, isToldOnPage } from './looks.ts';
import { nextOf, USUAL_PEOPLE } from './run.ts';

const PROGRAM = 'bin/recon.js';

/** What the page tells of a set, and how long that takes. */
interface Told {
  /** Of the photos one by one. */
  alone: SetWarnings;
  /** At the last step. */
  atTheEnd: SetWarnings;
  /** Why a photo, or a measure, cannot be sent at all. */
  refused: string[];
}

/** Gives the good sets and the bad set to `recon serve` as the page does; prints what is told, and counts. */
export async function runPage(options: Options, everyone: readonly Subject[]): Promise<void> {
  const service = await startService(options.scratch);
  const waits = { alone: [] as number[], together: [] as number[] };
  try {
    let [good, warned] = [0, 0];
    for (const subject of everyone.filter(({ name }) => options.subjects?.includes(name) ?? true)) {
      for (const set of SETS.filter((one) => subject.photos[one] !== undefined)) {
        const told = await tellOf(service, TYPE_OF[set], inputOf(subject, VARIANTS[`${set} 4`]), waits);
        good++;
        if (warningsIn(told).length > 0) warned++;
        if (warningsIn(told).length > 0) console.log(`good set told  ${subject.name} ${set}: ${wordsOf(told)}`);
      }
    }
    console.log(`page of recon serve: ${warned} of ${good} good sets warned of`);
    const everybody = everyone.filter(({ tier }) => tier === 'dev');
    const people = everybody.filter(({ name }) => (options.subjects ?? USUAL_PEOPLE).includes(name));
    let [right, all] = [0, 0];
    for (const kind of KINDS.filter(({ name }) => options.kinds?.includes(name) ?? true)) {
      for (const subject of people) {
        const { photos, measures, type } = inputOf(subject, VARIANTS[`${kind.set} 4`]);
        const other = nextOf(subject, everybody);
        const set = await kind.spoil({ photos, measures }, sitterOf(subject), sitterOf(other));
        const told = await tellOf(service, type, set, waits);
        const isRight = isToldOnPage(kind, told.atTheEnd) || isRefusedRightly(kind, told);
        all++;
        if (isRight) right++;
        console.log(`${isRight ? 'right' : 'WRONG'}  ${kind.name}, ${subject.name}: ${wordsOf(told)}`);
      }
    }
    console.log(`page of recon serve: ${right} of ${all} bad sets told for the right reason`);
    for (const [what, ms] of Object.entries(waits)) console.log(`${what}: ${middleAndWorst(ms)}`);
  } finally {
    await service.stop();
  }
}

const warningsIn = ({ alone, atTheEnd, refused }: Told): string[] => [
  ...refused,
  ...[alone, atTheEnd].flatMap(({ photos, together }) => [...Object.values(photos).flat(), ...together]),
];

/** A photo that is too small to be taken is one of 300 px, and a length that nobody has is a measure in the wrong unit. */
const isRefusedRightly = ({ reasons }: Kind, { refused }: Told): boolean =>
  (refused.includes('small') && reasons.includes('blurred')) ||
  (refused.includes('no length') && reasons.includes('measure_implausible'));

const wordsOf = (told: Told) => JSON.stringify(told.atTheEnd) + (told.refused.length > 0 ? ` ${told.refused}` : '');

function middleAndWorst(ms: number[]): string {
  const sorted = ms.toSorted((a, b) => a - b);
  const seconds = (one: number | undefined) => ((one ?? Number.NaN) / 1000).toFixed(2);
  return `${ms.length} looks, median ${seconds(sorted[ms.length >> 1])} s, worst ${seconds(sorted.at(-1))} s`;
}

interface Service {
  url: string;
  token: string;
  stop(): Promise<void>;
}

async function startService(scratch: string): Promise<Service> {
  if (!existsSync('dist')) throw new Error('there is no dist; run npm run build first');
  mkdirSync(scratch, { recursive: true });
  const home = mkdtempSync(join(scratch, 'page-'));
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--data', join(home, 'data')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: home },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let heard = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        heard += String(chunk);
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(heard)?.[0];
        if (found !== undefined) resolve(found);
      });
    }
    void ended.then(() => reject(new Error(`recon serve ended before it listened: ${heard}`)));
  });
  return {
    url,
    token: readFileSync(join(home, 'data', 'token'), 'utf8').trim(),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true });
    },
  };
}

async function ask<Answer>({ url, token }: Service, method: string, path: string, body?: FormData): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** What the page of a new link says of a set, photo by photo in its order and then of all together. */
async function tellOf(
  service: Service,
  type: ReconstructionType,
  { photos, measures }: PhotoSet,
  waits: Record<'alone' | 'together', number[]>,
): Promise<Told> {
  const person = new FormData();
  person.append('patient[name]', 'Bench');
  const { patient } = await ask<{ patient: { id: number } }>(service, 'POST', '/patients', person);
  const invitation = `/patients/${patient.id}/invitation?reconstruction_type=${type}`;
  const page = (await ask<{ invitation_url: string }>(service, 'GET', invitation)).invitation_url;
  const told: Told = {
    ...{ alone: { photos: {}, together: [] }, atTheEnd: { photos: {}, together: [] } },
    refused: [],
  };
  const views = (Object.keys(photos) as View[]).toSorted((a, b) => Number(b === 'front') - Number(a === 'front'));
  for (const view of views) {
    const bytes = await bytesOf(photos[view]!);
    const begun = performance.now();
    let reason = await put(page, view, bytes);
    // Who takes a second photo of the same side sends no copy.
    if (reason === 'same_picture') reason = await put(page, view, await sharp(bytes).jpeg({ quality: 80 }).toBuffer());
    if (reason !== undefined) {
      told.refused.push(reason);
      continue;
    }
    const { warnings } = (await (await fetch(patientPagePaths.look(page, view))).json()) as PhotoLookAnswer;
    waits.alone.push(performance.now() - begun);
    told.alone.photos[view] = warnings ?? [];
  }
  const [least, most] = LIMITS.measuresCm;
  if (Object.values(measures).some((cm) => cm < least || cm > most)) told.refused.push('no length');
  if (told.refused.length === 0) {
    const body = new URLSearchParams();
    for (const [name, cm] of Object.entries(measures)) body.set(`reconstruction[${name}]`, String(cm));
    body.set(SEEN_PHOTOS_FIELD, JSON.stringify(Object.fromEntries(views.map((view) => [view, idOf(view)]))));
    const begun = performance.now();
    const answer = await fetch(patientPagePaths.lookTogether(page), { method: 'POST', body });
    if (!answer.ok) throw new Error(`a look at all together: ${answer.status} ${await answer.text()}`);
    told.atTheEnd = ((await answer.json()) as SetLookAnswer).found ?? told.alone;
    waits.together.push(performance.now() - begun);
  }
  await ask(service, 'DELETE', `/patients/${patient.id}`);
  return told;
}

const idOf = (view: View) => `photo-of-${view}`;

/** Why it is refused, if it is. */
async function put(page: string, view: View, bytes: Uint8Array): Promise<string | undefined> {
  const form = new FormData();
  form.append(PHOTO_ID_FIELD, idOf(view));
  form.append(PHOTO_SHA256_FIELD, createHash('sha256').update(bytes).digest('hex'));
  form.append(reconstructionFormField(view), new Blob([new Uint8Array(bytes)]), view);
  const answer = await fetch(patientPagePaths.photo(page, view), { method: 'PUT', body: form });
  if (answer.ok) return undefined;
  if (answer.status !== 422) throw new Error(`${view}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as PageRefusal).reason ?? 'refused';
}
