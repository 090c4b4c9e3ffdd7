import type { ListedInvitation, ListedPhoto } from '../contract/own-routes.ts';
import { type ReconstructionType, typeWord } from '../contract/reconstruction.ts';
import type { MadeInvitation } from '../core/invitation.ts';
import { type RecordState, recordNews, recordState } from '../core/record-news.ts';
import { NOT_FOUND_LIMIT } from '../core/wait-book.ts';
import { type Advice, hasCode, ReconError } from '../errors.ts';
import { untilText } from '../system/local-time.ts';
import type { Context } from './context.ts';
import { firstThatFits } from './io/text-width.ts';
import { roughDuration } from './output/ago.ts';
import { warningWords } from './output/warning-words.ts';
import { warningOfOthers } from './warn-of-others.ts';

/** How long a link works that is made for a patient who is here. */
export const FOLLOWED_LIFETIME = { text: '30m', ms: 30 * 60_000 } as const;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;
const PAUSE_GROWTH = 1.2;

export interface FollowedLink {
  id: string;
  type: ReconstructionType;
  made: MadeInvitation['made'];
  /** How the reconstruction of this type was before. */
  before: RecordState;
}

/**
 * Shows how a patient goes through a link until the photos are sent. Our service tells it; of another one only that a
 * reconstruction has changed.
 * @throws ReconError `not_found` if the link expires first or somebody takes it back
 */
export async function followInvitation(followed: FollowedLink, context: Context): Promise<void> {
  const { clock, signal, streams } = context;
  const { made } = followed;
  const live = await context.liveLine();
  const startedAt = clock.monotonic();
  const endsAt = made?.expiresAt ?? clock.now() + FOLLOWED_LIFETIME.ms;
  let waiting = WAITING;
  const tellWaiting = (text: string) => {
    waiting = text;
  };
  const look = made === undefined ? recordLook(followed, context) : linkLook(made.id, followed, tellWaiting, context);
  if (!streams.stderrIsTty()) streams.say(endsText(made === undefined ? undefined : endsAt));
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * PAUSE_GROWTH, LONGEST_PAUSE_MS)) {
      const news = await look();
      if (typeof news === 'object') return streams.say(news.sent);
      if (news === 'gone') throw noSuchLink(followed.id, followed.type);
      if (news === 'news') pauseMs = FIRST_PAUSE_MS;
      if (clock.now() >= endsAt) throw endedWithout(followed);
      const elapsedMs = clock.monotonic() - startedAt;
      const until = made === undefined ? undefined : endsAt;
      live.state(waiting, waitingLine({ waiting, elapsedMs, until, width: live.width() }));
      await clock.sleep(pauseMs, signal);
    }
  } catch (error) {
    if (!signal.aborted || !(signal.reason instanceof ReconError)) throw error;
    throw new ReconError(
      signal.reason.code,
      `${signal.reason.message}; the link goes on working${made === undefined ? '' : ` until ${untilText(endsAt)}`}`,
      {
        details: made === undefined ? [] : [takeBackLine(followed)],
        hint: { command: ['patients', 'get', followed.id, '--watch'], because: 'to see when the photos are there' },
        cause: error,
      },
    );
  } finally {
    live.stop();
  }
}

/** Nobody sees a live line in a log: who reads it knows how long this waits, and what ends it. */
const endsText = (until: number | undefined) =>
  `waiting for the photos, ${until === undefined ? roughDuration(FOLLOWED_LIFETIME.ms) : `until ${untilText(until)}`} at the longest; Ctrl-C ends the wait; without --here, this command does not wait`;

/** The service knows no way to take back one alone. */
export const takeBackLine = ({ id, type }: Pick<FollowedLink, 'id' | 'type'>): Advice => ({
  before: 'to take it back, and with it any earlier one',
  command: ['invite', id, '--type', type, '--revoke'],
});

/** What one look tells; `sent` is the sentence of what is known then. `gone`: the link does not work any more. */
type LinkNews = { sent: string } | 'news' | 'same' | 'gone';

/** A look that fails for a while is looked past, as in a wait; so is a patient who is not found, but not often in a row. */
export function lookingPast(look: () => Promise<LinkNews>, signal: AbortSignal): () => Promise<LinkNews> {
  let absences = 0;
  return async () => {
    try {
      const news = await look();
      absences = 0;
      return news;
    } catch (error) {
      if (signal.aborted || !(error instanceof ReconError) || error.stopsAll) throw error;
      absences = hasCode(error, 'not_found') ? absences + 1 : 0;
      if (absences >= NOT_FOUND_LIMIT) throw error;
      return 'same';
    }
  };
}

function recordLook({ id, type, before }: FollowedLink, context: Context): () => Promise<LinkNews> {
  const { streams } = context;
  streams.say('this service does not tell of its links; the photos are seen once all of them are sent');
  if (before.isGoing) {
    streams.say(
      `a ${typeWord(type)} generation of patient ${id} is going already; its end says nothing of these photos`,
    );
  }
  let known = before;
  return lookingPast(async () => {
    const { body } = await (await context.client()).getPatient(id);
    const now = recordState(body?.patient, type);
    const news = recordNews(known, now);
    known = now;
    if (news === 'same') return 'same';
    if (news === 'begun') return { sent: `a new ${typeWord(type)} generation of patient ${id} has begun` };
    if (news === 'changed') {
      return { sent: `the ${typeWord(type)} model of patient ${id} has changed: by these photos, or by somebody else` };
    }
    streams.say(`the ${typeWord(type)} generation that was going already has ended`);
    return 'news';
  }, context.signal);
}

function linkLook(
  link: string,
  { id }: FollowedLink,
  tellWaiting: (text: string) => void,
  context: Context,
): () => Promise<LinkNews> {
  const said = new Map<string, string>();
  const { streams } = context;
  /** True if it was not said before. */
  const say = (about: string, text: string): boolean => {
    if (said.get(about) === text) return false;
    said.set(about, text);
    streams.say(text);
    return true;
  };
  const warnOfOthers = warningOfOthers(context);
  return lookingPast(async () => {
    const all = await (await context.client()).listInvitations(id);
    const one = all.find((listed) => String(listed?.id) === link);
    if (one === undefined) return 'gone';
    const opened = one.opened_at !== null && say('page', 'the page is opened');
    const news = photosOf(one).filter(({ about, text }) => say(about, text));
    await warnOfOthers(one);
    tellWaiting(haveAllCome(one) ? ALL_THERE : WAITING);
    if (one.sent_at !== null) return { sent: 'the photos are sent' };
    return opened || news.length > 0 ? 'news' : 'same';
  }, context.signal);
}

/** A line for each photo; one that is taken again has another time. */
const photosOf = ({ photos }: ListedInvitation) =>
  photos.map((photo) => ({
    about: `${photo.view} ${photo.arrived_at}`,
    text: `${photo.view.replace('_', '-')}: ${verdictOf(photo)}`,
  }));

const haveAllCome = ({ views = [], photos }: ListedInvitation) =>
  views.length > 0 && views.every((wanted) => photos.some(({ view }) => view === wanted));

function verdictOf({ warnings, is_unusable }: ListedPhoto): string {
  if (warnings === null) return 'arrived';
  const why = warnings.length === 0 ? '' : `: ${warningWords(warnings)}`;
  if (is_unusable === true) return `will give no model, to be taken again${why}`;
  if (warnings.length === 1 && warnings[0] === 'small') return 'usable, small';
  return warnings.length === 0 ? 'usable' : `perhaps to be taken again${why}`;
}

const WAITING = 'waiting for the photos';
const ALL_THERE = 'all photos are there, not sent yet';

interface Waiting {
  waiting: string;
  elapsedMs: number;
  until: number | undefined;
  width: number;
}

/** Tells how long it has waited, and until when the link works; a narrow terminal gets the hour without the day. */
export function waitingLine({ waiting, elapsedMs, until, width }: Waiting): string {
  const now = `${waiting}, ${roughDuration(elapsedMs)}`;
  if (until === undefined) return now;
  const [at, hour] = [untilText(until), untilText(until).slice(-5)];
  const works = `the link works until ${at}`;
  const ways = [`${works}; Ctrl-C ends the wait`, works, `the link works until ${hour}`, `until ${hour}`];
  return firstThatFits(
    ways.map((way) => `${now}, ${way}`),
    width,
  );
}

const again = (id: string, type: ReconstructionType) => ({
  hint: { command: ['invite', id, '--type', type, '--here'], because: 'for a new link' },
});

function endedWithout({ id, type, made }: FollowedLink): ReconError {
  if (made !== undefined) {
    return new ReconError('not_found', 'the link has expired, and no photos were sent', again(id, type));
  }
  return new ReconError('not_found', `no photos were seen within ${roughDuration(FOLLOWED_LIFETIME.ms)}`, {
    details: ['the link may still work: this service does not tell how long'],
    hint: { command: ['patients', 'get', id, '--watch'], because: 'to see when the photos are there' },
  });
}

const noSuchLink = (id: string, type: ReconstructionType) =>
  new ReconError('not_found', 'the link does not work any more, and no photos were sent by it', {
    details: ['it has expired or was taken back, or the patient was deleted or transferred'],
    ...again(id, type),
  });
