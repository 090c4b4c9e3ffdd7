import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PatientAnswer } from '../../../src/contract/answers.ts';
import { formData, type TestForm } from '../../support/running-service.ts';

/** What the clinics asked for and were told, as they would remember it. */
export interface Person {
  name: string;
  token: string;
  hasPhotos: boolean;
  /** Known where the create was acknowledged. */
  id?: number;
  /** As acknowledged last. */
  city: string | null;
  /** Changes of it that were not answered: they may have been made, and may be made later than the next one. */
  otherCities: Set<string | null>;
  isDeletionAsked: boolean;
  isDeletionTold: boolean;
  isBusy: boolean;
}

export interface Clinic {
  people: Person[];
  /** Answers that no request may get. */
  wrong: string[];
  counts: { requests: number; unanswered: number; unavailable: number; again: number; told: number };
  /** Generations that an answer told of. */
  generations: number;
}

interface Sending {
  method: string;
  path: string;
  form?: TestForm;
  token: string;
  /** The request is sent again until it is answered. */
  key?: string;
  limitMs: number;
}

export interface Work {
  urls: readonly string[];
  tokens: readonly string[];
  photos: TestForm;
  random(): number;
}

const AGAIN_MS = 700;
/** A key that is not answered for so long is a fault. */
const MOST_TRIES = 400;

export function openClinic({ urls, tokens, photos, random }: Work) {
  const clinic: Clinic = {
    people: [],
    wrong: [],
    counts: { requests: 0, unanswered: 0, unavailable: 0, again: 0, told: 0 },
    generations: 0,
  };
  const { people, wrong, counts } = clinic;
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;

  /** The answer of a 2xx; undefined if nobody knows what became of it. */
  async function send(sending: Sending): Promise<{ body: unknown; warning: boolean } | undefined> {
    for (let tries = 1; ; tries++) {
      counts.requests += 1;
      if (tries > 1) counts.again += 1;
      const told = await sendOnce(sending);
      if (told !== undefined || sending.key === undefined) return told;
      if (tries === MOST_TRIES) {
        wrong.push(`${sending.method} ${sending.path} with a key got no answer in ${tries} tries`);
        return undefined;
      }
      await sleep(AGAIN_MS);
    }
  }

  async function sendOnce({ method, path, form, token, key, limitMs }: Sending) {
    try {
      const answer = await fetch(`${pick(urls)}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
        ...(form !== undefined && { body: formData(form) }),
        signal: AbortSignal.timeout(limitMs),
      });
      const text = await answer.text();
      if (answer.ok) {
        counts.told += 1;
        return { body: JSON.parse(text) as unknown, warning: answer.headers.has('warning') };
      }
      if (answer.status === 503) counts.unavailable += 1;
      else wrong.push(`${method} ${path}: ${answer.status} ${text}`);
    } catch {
      counts.unanswered += 1;
    }
    return undefined;
  }

  const keyOr = (share: number) => (random() < share ? { key: randomUUID() } : {});

  async function create(hasPhotos: boolean): Promise<void> {
    const isAsync = random() < 0.7;
    const person: Person = {
      name: `Patient ${String(people.length + 1).padStart(4, '0')}`,
      token: pick(tokens),
      hasPhotos,
      city: null,
      otherCities: new Set(),
      isDeletionAsked: false,
      isDeletionTold: false,
      isBusy: true,
    };
    people.push(person);
    const told = await send({
      method: 'POST',
      path: '/patients',
      form: {
        'patient[name]': person.name,
        ...(hasPhotos && photos),
        ...(hasPhotos && isAsync && { async: 'true' }),
      },
      token: person.token,
      limitMs: hasPhotos && !isAsync ? 60_000 : 20_000,
      ...keyOr(0.6),
    });
    if (told === undefined) return;
    person.id = (told.body as PatientAnswer).patient.id;
    person.isBusy = false;
    if (hasPhotos) clinic.generations += 1;
  }

  /** Somebody to change, with nobody else at it. */
  function take(fits: (person: Person) => boolean = () => true): Person | undefined {
    const free = people.filter((one) => one.id !== undefined && !one.isBusy && !one.isDeletionAsked && fits(one));
    if (free.length === 0) return undefined;
    const person = pick(free);
    person.isBusy = true;
    return person;
  }

  async function change(form: TestForm, fits?: (person: Person) => boolean): Promise<void> {
    const person = take(fits);
    if (person === undefined) return create(true);
    const city = `City ${randomUUID()}`;
    const key = keyOr(0.6);
    const told = await send({
      method: 'PUT',
      path: `/patients/${person.id}`,
      form: { 'patient[city]': city, ...form },
      token: person.token,
      limitMs: 20_000,
      ...key,
    });
    person.isBusy = false;
    if (told === undefined) return void person.otherCities.add(city);
    person.city = city;
    if ('reconstruction[type]' in form && !told.warning) clinic.generations += 1;
  }

  async function after(): Promise<void> {
    const person = take();
    if (person === undefined) return create(true);
    const told = await send({
      method: 'POST',
      path: `/patients/${person.id}/after`,
      form: photos,
      token: person.token,
      limitMs: 20_000,
      ...keyOr(0.6),
    });
    person.isBusy = false;
    if (told !== undefined) clinic.generations += 1;
  }

  async function remove(): Promise<void> {
    const person = take();
    if (person === undefined) return create(false);
    person.isDeletionAsked = true;
    const path = `/patients/${person.id}`;
    const told = await send({ method: 'DELETE', path, token: person.token, limitMs: 20_000, ...keyOr(0.7) });
    person.isDeletionTold = told !== undefined;
  }

  return {
    ...{ clinic, wrong },
    /** One request of somebody, as clinics send them. */
    async act(): Promise<void> {
      const dice = random();
      if (dice < 0.42) await create(true);
      else if (dice < 0.52) await create(false);
      else if (dice < 0.72) await change(photos, ({ hasPhotos }) => hasPhotos);
      else if (dice < 0.82) await change({});
      else if (dice < 0.92) await after();
      else await remove();
    },
  };
}
