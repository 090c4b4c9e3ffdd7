import type { FastifyReply } from 'fastify';
import type { Certainty } from '../../../contract/certainty.ts';
import { RECONSTRUCTION_TYPES } from '../../../contract/reconstruction.ts';
import { sameAsOthers } from '../../../contract/view-name.ts';
import type { AppDeps } from '../../deps.ts';
import { isShortOfRoom } from '../../disk-state.ts';
import type { Account } from '../../domain/accounts.ts';
import { numberedAfters } from '../../domain/afters.ts';
import { FAILED_STATUS } from '../../domain/generation.ts';
import { openInvitationsOf } from '../../domain/listed-invitations.ts';
import { type AlsoOfOther, afterPhotosAlsoOfOthers, photosAlsoOfOthers } from '../../domain/photos-of-others.ts';
import {
  certaintiesOf,
  type EarlierModel,
  modelSourcesOf,
  progressOf,
  putOffTypes,
} from '../../domain/reconstructions.ts';
import { comparedAfters, photosOf } from '../../domain/shown-photos.ts';
import type { Db } from '../../domain/store.ts';
import { headerWords } from '../header-words.ts';

/** In words, for the OpenAPI document. */
export const MODEL_HEADERS = {
  'Recon-Progress': 'Running generations in percent: face=43, body=7',
  'Recon-Waits': 'Generations that wait for something of the service, and for what: face=space, of its disk',
  'Recon-Expected-Error':
    'How wrong parts of models may be, mm by type and part: face.face=2.1, face.skull=3.9; of the last three after-records by number, too: face.1.face=2.1. 95 % of models told so are at most as wrong',
  'Recon-Invitations': 'Links by which photos can still be sent, and until when: face=2026-01-02T03:04:05.678Z',
  'Recon-Afters': 'The after-records of each type, by number, and their statuses: mammo.1=has_3d, mammo.2=processing',
  'Recon-Same-Photos': 'The after-records that were made of the photos of the model itself: mammo.1',
  'Recon-Photos': 'The photos of each model: face=left front right left_45 right_45 below',
  'Recon-Failed-Photos':
    'The photos of each model or after-record whose last generation failed, with the first 16 digits of the SHA-256: face=left:1f3a… front:…, mammo.2=…',
  'Recon-Providers': 'The provider that each model is made with: face=5, body=4',
  'Recon-Computed': 'The measures that were read off a model, and not given: face=ear_size, body=nipple_to_nipple',
  'Recon-Earlier-Models':
    'What the models were made with whose place each model took, the newest first: time, provider and given measures, face=2026-01-02T03:04:05.678Z/4/eye_distance:6.1',
  'Recon-After-Warnings': 'The warnings of the last three after-records: face.1="…", face.1="…"',
  Warning: 'A warning of a model: 199 recon "face: …"',
};

/** The header lines of an answer have little room, and a person waits for the newest. */
const MOST_TOLD_AFTERS = 3;

/** What the interface has no field for: how far running generations are, and how certain the models are. */
export async function addModelHeaders(reply: FastifyReply, deps: AppDeps, owner: Account, patientId: number) {
  const { db } = deps.store;
  const running = await progressOf(db, owner, patientId);
  const models = await certaintiesOf(db, owner, patientId);
  const photos = await photosOf(db, owner, patientId);
  const afters = await comparedAfters(db, owner, patientId, photos.models);
  const lastAfters = afters.slice(-MOST_TOLD_AFTERS);
  const certainAfters = lastAfters.flatMap(({ certainty, ...after }) =>
    certainty === undefined ? [] : [{ name: nameOf(after), certainty }],
  );
  const sources = await modelSourcesOf(db, owner, patientId);
  const headers = {
    'recon-progress': running.map(({ type, progress }) => `${type}=${Math.floor(progress * 100)}`),
    'recon-waits': await waitsWords(deps, owner, patientId),
    'recon-expected-error': [
      ...models.flatMap(({ type, certainty }) => expectedWords(type, certainty)),
      ...certainAfters.flatMap(({ name, certainty }) => expectedWords(name, certainty)),
    ],
    'recon-invitations': await linksWords(deps.store, patientId),
    'recon-afters': afters.map(afterWord),
    'recon-same-photos': afters.filter(({ isOfModelPhotos }) => isOfModelPhotos).map(nameOf),
    'recon-photos': photos.models.map(({ type, sums }) => `${type}=${[...sums.keys()].join(' ')}`),
    'recon-failed-photos': [
      ...photos.failed.map(({ type, sums }) => failedWord(type, sums)),
      ...afters.filter(isFailedLast).map((after) => failedWord(nameOf(after), after.sums)),
    ],
    'recon-providers': sources.map(({ type, provider }) => `${type}=${provider}`),
    'recon-computed': sources.flatMap(({ type, computed }) =>
      computed.length === 0 ? [] : [`${type}=${computed.join(' ')}`],
    ),
    'recon-earlier-models': sources.flatMap(({ type, earlier }) =>
      earlier.length === 0 ? [] : [`${type}=${earlier.map(earlierWord).join(' ')}`],
    ),
    'recon-after-warnings': [
      ...(await afterDoubts(db, owner, patientId, lastAfters)),
      ...certainAfters.flatMap(({ name, certainty }) => certainty.warnings.map((one) => `${name}="${quotable(one)}"`)),
    ],
    warning: [
      ...alsoOfOthersWarnings(await photosAlsoOfOthers(db, owner, [patientId])),
      ...models.flatMap(({ type, certainty }) =>
        certainty.warnings.map((one) => `199 recon "${type}: ${quotable(one)}"`),
      ),
    ],
  };
  for (const [name, values] of Object.entries(headers)) if (values.length > 0) reply.header(name, values.join(', '));
}

/** Of the links by which photos can still be sent. */
export async function linksWords({ db, clock }: AppDeps['store'], patientId: number): Promise<string[]> {
  const links = await openInvitationsOf(db, patientId, clock.now());
  return links.map(({ type, expiresAt }) => `${type}=${new Date(expiresAt).toISOString()}`);
}

/** The disk is looked at only where a generation was put off. With others at work on the database it may be theirs. */
async function waitsWords({ store, doctor }: AppDeps, owner: Account, patientId: number): Promise<string[]> {
  if (!store.database.isAlone) return [];
  const putOff = await putOffTypes(store.db, owner, patientId, store.clock.now());
  if (putOff.length === 0 || !(await isShortOfRoom(doctor.places.dataFolder))) return [];
  return putOff.map(({ type }) => `${type}=space`);
}

export const aftersWords = async (db: Db, owner: Account, patientId: number): Promise<string[]> =>
  (await numberedAfters(db, owner, patientId)).map(afterWord);

type Numbered = Pick<Awaited<ReturnType<typeof numberedAfters>>[number], 'type' | 'number' | 'status'>;

const nameOf = ({ type, number }: Numbered) => `${type}.${number}`;
const afterWord = (after: Numbered) => `${nameOf(after)}=${after.status}`;

/** Whose photos after-records may have. */
async function afterDoubts(
  db: Db,
  owner: Account,
  patientId: number,
  afters: Awaited<ReturnType<typeof comparedAfters>>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { sums, ...after } of afters) {
    const photos = [...sums].map(([view, sha256]) => ({ view, sha256 }));
    const others = sameAsOthers(await afterPhotosAlsoOfOthers(db, owner, patientId, photos));
    lines.push(...others.map((text) => `${nameOf(after)}="${quotable(text)}"`));
  }
  return lines;
}

const alsoOfOthersWarnings = (all: readonly AlsoOfOther[]): string[] =>
  RECONSTRUCTION_TYPES.flatMap((type) =>
    sameAsOthers(all.filter((one) => one.type === type)).map((text) => `199 recon "${type}: ${quotable(text)}"`),
  );

/** Enough of a sum to know the photo by. */
const SUM_DIGITS = 16;
const failedWord = (name: string, sums: ReadonlyMap<string, string>) =>
  `${name}=${[...sums].map(([view, sum]) => `${view}:${sum.slice(0, SUM_DIGITS)}`).join(' ')}`;

/** The last after-record of its type, where it failed. */
const isFailedLast = <One extends Numbered>(one: One, at: number, all: readonly One[]): boolean =>
  one.status === FAILED_STATUS && !all.slice(at + 1).some(({ type }) => type === one.type);

const earlierWord = ({ at, provider, measures }: EarlierModel) =>
  [
    new Date(at).toISOString(),
    provider,
    Object.entries(measures)
      .map(([name, cm]) => `${name}:${cm}`)
      .join('+'),
  ].join('/');

const expectedWords = (name: string, { expected }: Certainty): string[] =>
  Object.entries(expected).map(([part, mm]) => `${name}.${part}=${mm}`);

/** The header's own quotes are not part of a sentence. */
const quotable = (sentence: string) => headerWords(sentence).replaceAll(/["\\]/g, "'");
