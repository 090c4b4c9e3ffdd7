import type { PatientAnswer } from '../../contract/answers.ts';
import { type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import { acceptedOf, hasReadyModel } from '../../core/chosen-reconstructions.ts';
import { hasLanguage, type MadeInvitation } from '../../core/invitation.ts';
import type { InvitationMade } from '../../core/invitations-made.ts';
import { patientToChange } from '../../core/may-change.ts';
import { recordState } from '../../core/record-news.ts';
import { hasCode, type Line, ReconError } from '../../errors.ts';
import { isLoopback } from '../../system/base-url.ts';
import type { Language } from '../../system/languages.ts';
import { wholeTimeText } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import { FOLLOWED_LIFETIME, followInvitation, takeBackLine } from '../follow-invitation.ts';
import { openLink } from '../open-browser.ts';
import { numberAndName } from '../output/patient-line.ts';
import { printableJson } from '../output/printable.ts';
import { refuseDryRun } from '../refuse-dry-run.ts';
import { anyType, typedType, typeText } from '../request/ask-type.ts';
import { patientId } from '../request/whom.ts';
import { clinicName } from './invite/clinic-name.ts';
import { linkOutAlready, notedHere, otherLinksOut, tellEarlier } from './invite/earlier-links.ts';
import { messageLanguage, messageOf, spokenLanguage } from './invite/message.ts';
import { fewerPhotosNote } from './invite/photos-asked.ts';
import { type Handing, reachOf, refusalOf, tellWhoOpens, WORKS_HERE } from './invite/reach.ts';
import { revokeLinks } from './revoke-links.ts';

export interface InviteOptions extends Handing {
  type?: string;
  language?: string;
  message?: string;
  revoke?: boolean;
  yes?: boolean;
}

/** The link alone is the answer; all else stands beside it, on stderr. */
export async function makeInvitation(
  typed: string | undefined,
  options: InviteOptions,
  context: Context,
): Promise<void> {
  const { streams } = context;
  // The service tells of which type the links are; --yes says already that they are to go.
  const isLookedUp = options.revoke === true && options.yes === true && options.type === undefined;
  const given = isLookedUp ? undefined : typedType(options.type, typed, context);
  if (options.revoke) return await revoke(typed, given, options, context);
  const message = messageLanguage(options, context);
  const language = (await languageOf(options, context)) ?? message;
  const drawSheet = await sheetOf(options, language, context);
  const isAsked = context.mayAsk();
  // A person would hand it out; a script may be a trial.
  const refusal = isAsked && !options.here ? refusalOf(options) : undefined;
  // A link that is used on this machine too is of use.
  const isUsedHere = options.open || options.copy;
  let shown: Reply<PatientAnswer> | undefined;
  let isReachTold = false;
  const read = async (id: string) => {
    shown ??= await patientToChange(await context.client(), id);
    return shown;
  };
  /** Where the service says with what its links begin, a person is told before a question who can open them. */
  const tellReach = async () => {
    const publicUrl = shown?.publicUrl;
    if (!isAsked || isReachTold || publicUrl === undefined) return;
    if (refusal !== undefined && !isUsedHere && isLoopback(publicUrl.hostname)) {
      throw refusal.with({ details: ['no link was made'] });
    }
    isReachTold = true;
    await tellWhoOpens(publicUrl.href, options, context);
  };
  const look = async (id: string) => {
    const reply = await read(id);
    await tellReach();
    return reply;
  };
  const asksItself = given === undefined;
  const beside = given && { line: ['--type', given] };
  // Whoever is asked about this patient's link is not asked about the patient, too.
  let isAskedBelow = false;
  const isSo = () => {
    isAskedBelow =
      given !== undefined &&
      options.yes !== true &&
      shown !== undefined &&
      (acceptedOf(shown, given) === true ||
        shown.links?.[given] !== undefined ||
        hasReadyModel(shown, given) ||
        fewerPhotosNote(shown, given) !== undefined);
    return isAskedBelow;
  };
  const purpose = { change: 'Make a link for', yes: options.yes === true, asksItself, isSo, refuses: look, beside };
  const id = await patientId(typed, purpose, context);
  // Who chose a patient has just read the name.
  if (given === undefined && typed !== undefined) streams.note(numberAndName(id, (await look(id)).body?.patient));
  const type = given ?? (await anyType(await look(id), context));
  if (context.globals().dryRun) {
    await refuseDryRun(async () => await read(id), context);
    await tellReach();
    return streams.say(`dry run: would make a link for ${typeWord(type)} photos of patient ${id}; nothing was made`);
  }
  const client = await context.client();
  if (isAsked || options.here) await look(id);
  let isEarlierTold = false;
  const isAccepted = shown !== undefined && acceptedOf(shown, type) === true;
  if (shown !== undefined && isAsked) {
    const whom = numberAndName(id, shown.body?.patient);
    const out = await linkOutAlready({ id, type }, whom, shown, context);
    streams.note(out ?? `a link for ${typeText(type)} photos of ${whom}`);
    for (const other of otherLinksOut({ id, type }, shown)) streams.note(other);
    const fewer = isAccepted ? undefined : fewerPhotosNote(shown, type);
    if (fewer !== undefined) streams.note(fewer);
    const isReplacing = !isAccepted && hasReadyModel(shown, type);
    if (isReplacing) streams.note(`photos sent by it replace the ${typeWord(type)} model that is ready`);
    if (isAccepted) streams.note({ before: TAKES_NONE, command: takeBack(id, type) });
    isEarlierTold = out !== undefined;
    const question = isAccepted
      ? 'Make a link that takes no photos until then?'
      : isEarlierTold
        ? 'Make another link?'
        : 'Make this link?';
    if (!options.yes && (isAccepted || given === undefined || isEarlierTold || isAskedBelow || isReplacing))
      await confirmLink(question, context);
  }
  const clinic = await clinicName(options, context);
  const reply = await client.createInvitation(id, type, {
    lifetime: options.here ? FOLLOWED_LIFETIME.text : undefined,
    language,
  });
  const link = reply.body?.invitation_url ?? '';
  const at = reply.answeredAt ?? context.clock.now();
  const earlier = await notedHere({ id, type }, context);
  await note({ id, type, at, expiresAt: reply.made?.expiresAt }, context);
  const reach = reachOf(link);
  const isHereAlone = reach === 'this machine';
  const withheld = isHereAlone
    ? refusal?.with({ details: [WORKS_HERE, ...(isUsedHere ? [] : [unused(id, type, reply)])] })
    : undefined;
  if (language !== undefined && !hasLanguage(link, language)) {
    streams.say(`the page of this link is in the language of the phone: this service makes none in ${language}`);
  }
  if (!isReachTold) await tellWhoOpens(link, options, context);
  const text = message === undefined ? undefined : await messageOf(reply, message, clinic);
  await answer(reply, text ?? link, context);
  if (reply.made !== undefined && !options.here) {
    const until = `the link works until ${wholeTimeText(reply.made.expiresAt)}`;
    if (streams.stderrIsTty()) streams.say(until);
    else streams.detail(until);
  }
  // Of a script that asks for a code, one is drawn of any link.
  const isDrawn = options.here ? !isHereAlone : options.qr === true && withheld === undefined;
  const { opened, notCopied } = await handOut({ link, text }, { ...options, isDrawn }, context);
  const sheet = async () => await drawSheet?.({ id, link, expiresAt: reply.made?.expiresAt, clinic });
  // The link is made, so all else goes on: the command once more would make a second one.
  const failures = [withheld, notCopied, withheld === undefined ? await failureOf(sheet) : undefined];
  const [failure] = failures.filter((one) => one !== undefined);
  if (options.here && failure !== undefined) streams.warn(failure.message);
  if (!isEarlierTold) await tellEarlier({ id, type, reply, earlier }, context);
  if (options.here) {
    await followInvitation({ id, type, made: reply.made, before: recordState(shown?.body?.patient, type) }, context);
    const { waitAndShow } = await import('./wait-action.ts');
    // The link is the answer.
    await waitAndShow({ ids: [id], type, wereJustAsked: true, isPhoneHere: true, showsLast: false }, context);
  } else {
    await context.sayNext(
      isAccepted
        ? { command: takeBack(id, type), because: 'before photos can be sent' }
        : { command: ['patients', 'get', id, '--watch'], because: 'to see when the photos are there' },
    );
  }
  await opened?.removeSoon();
  if (failure !== undefined) throw failure;
}

const TAKES_NONE = 'that model is accepted, so a link takes no photos until whoever accepted it takes that back with';
const takeBack = (id: string, type: ReconstructionType) => ['patients', 'accept', id, '--type', type, '--undo'];

/** Of a service that does not say beforehand with what its links begin. */
const unused = (id: string, type: ReconstructionType, { routes }: MadeInvitation): Line =>
  routes?.has('invitations')
    ? { ...takeBackLine({ id, type }), because: 'where nobody uses it' }
    : 'this service has no way to take it back';

/** Nothing is made on the answer to a list alone, nor a link that takes no photos. */
async function confirmLink(question: string, { prompt }: Context): Promise<void> {
  if (await (await prompt()).confirm(question)) return;
  throw new ReconError('declined', 'nothing was done');
}

/** Of what stands beside the link on this machine; undefined where there is none. */
async function failureOf(work: () => Promise<void>): Promise<ReconError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!hasCode(error, 'storage')) throw error;
    return error;
  }
}

async function answer({ text }: MadeInvitation, told: string, context: Context): Promise<void> {
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') return await context.streams.answer(told);
  await context.writeJson(`${printableJson(text.replaceAll(/[\r\n]+/g, ' ').trim())}\n`);
}

/** Gives the link to whoever is to have it. */
async function handOut(
  { link, text }: { link: string; text: string | undefined },
  { isDrawn, open, copy }: Pick<InviteOptions, 'open' | 'copy'> & { isDrawn: boolean },
  context: Context,
) {
  if (isDrawn) await drawCode(link, context);
  const what = text === undefined ? 'the link' : 'the text';
  const copyLink = async () => await (await import('../copy-text.ts')).copyText(text ?? link, what, context);
  const notCopied = copy ? await failureOf(copyLink) : undefined;
  const opened = open ? await openLink(link, context) : undefined;
  return { opened, notCopied };
}

async function drawCode(link: string, { streams }: Context): Promise<void> {
  const { qrText } = await import('../output/qr-text.ts');
  const code = qrText(link, { isColoured: streams.stderrIsTty() });
  if (code === undefined) return streams.warn(`the link has ${link.length} characters, too many for a QR code`);
  if (streams.stderrIsTty() && code.width > streams.columns()) {
    return streams.warn(`the QR code is ${code.width} columns wide, and this terminal has ${streams.columns()}`);
  }
  streams.draw(code.text);
  const needed = code.height + LINES_UNDER_CODE;
  // The code is drawn all the same: a window that is made larger shows its lines again.
  if (streams.stderrIsTty() && needed > streams.rows()) {
    streams.warn(`this window is too low for the code: enlarge it to ${needed} rows`);
  }
}

/** The wait or the next step, and the warning itself. */
const LINES_UNDER_CODE = 2;

/** What draws the sheet to print, once there is a link; all that can be wrong is told before one is made. */
async function sheetOf({ card }: InviteOptions, language: Language | undefined, context: Context) {
  if (card === undefined) return undefined;
  return await (await import('../write-sheet.ts')).prepareSheet(card, language, context);
}

/**
 * In which the patient is spoken to, where somebody has said it: with the command, or for all cards. Otherwise the page
 * follows the phone.
 * @throws ReconError `usage`
 */
async function languageOf({ card, language: typed }: InviteOptions, context: Context): Promise<Language | undefined> {
  if (typed === undefined) {
    const { language } = await context.settings();
    return card === undefined || language.from === 'default' ? undefined : language.value;
  }
  return spokenLanguage('--language', typed);
}

/** The link is made; that it cannot be noted is no failure of it. */
async function note(made: InvitationMade, { invitationsMade, streams }: Context): Promise<void> {
  try {
    await (await invitationsMade()).add(made);
  } catch (error) {
    streams.detail(
      `this invitation could not be noted for the status: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function revoke(
  patient: string | undefined,
  type: ReconstructionType | undefined,
  { qr, open, copy, card, here, language, message, yes = false }: InviteOptions,
  context: Context,
): Promise<void> {
  if (qr || open || copy || card !== undefined || here || (language ?? message) !== undefined) {
    throw new ReconError('usage', '--revoke makes no link, so only --type and --yes go with it');
  }
  const revoked = await revokeLinks({ patient, type, yes }, context);
  if (revoked !== undefined) await note({ ...revoked, expiresAt: revoked.at }, context);
}
