import type { PatientAnswer } from '../contract/answers.ts';
import { errorWords } from '../contract/error-words.ts';
import { measureWords } from '../contract/measure-hints.ts';
import { findProvider } from '../contract/providers.ts';
import { generationStateOf, isReconstructionType, statusWord, typeWord } from '../contract/reconstruction.ts';
import { idText, type Reply } from '../core/answer.ts';
import type { failureReasons } from '../core/failure-reason.ts';
import type { EarlierModel } from '../core/model-facts.ts';
import { keepsEarlierModels } from '../core/own-routes.ts';
import { toldOf } from '../core/waited-models.ts';
import { untilText } from '../system/local-time.ts';
import type { Context } from './context.ts';
import { loadTextWidth } from './io/text-width.ts';
import { linkTexts } from './links-out.ts';
import { nextSteps } from './next-steps.ts';
import { type PageFacts, patientPage } from './output/patient-page.ts';
import { printable } from './output/printable.ts';

export interface CardPlace {
  /** Cells. */
  width: number;
  reasonsOf: ReturnType<typeof failureReasons>;
}

/** An answer about a patient as a card, with what can be done next. */
export async function cardOf(
  reply: Reply<PatientAnswer>,
  { width, reasonsOf }: CardPlace,
  context: Context,
): Promise<string> {
  const patient = reply.body?.patient;
  const id = idText(patient?.id);
  const reasons = id === undefined ? undefined : (await reasonsOf([patient])).get(id);
  const { routes, account, links, modelWarnings: warnings } = reply;
  const isAfterGoing = reply.afters?.some(({ status }) => generationStateOf(status) === 'going');
  const steps =
    id === undefined
      ? []
      : [
          ...(isAfterGoing ? [{ command: ['wait', id], because: 'until the after-record is ready' }] : []),
          ...nextSteps({ id, patient, reasons, warnings, routes, account, links }),
        ];
  const facts: PageFacts = {
    isOurs: keepsEarlierModels(reply),
    units: reply.units,
    reasons,
    begun: id === undefined ? undefined : reply.begun?.get(id),
    notes: notesOf(reply),
    links: id === undefined ? [] : numbered(await linkTexts(id, reply, context)),
    afters: aftersOf(reply, context),
    photos: reply.modelPhotos,
    providers: reply.modelProviders,
    seen: reply.modelProviders && (await (await context.seenTimes()).usual()),
    computed: reply.computed,
    steps: steps.map(({ command, because = '' }) => [printable(context.lineText({ command })), because]),
  };
  return patientPage(patient, facts, {
    width,
    textWidth: await loadTextWidth([JSON.stringify(reply.body) ?? '', ...(reasons?.values() ?? [])]),
    theme: await context.theme('stdout'),
    drawsLines: context.mayRedraw(),
    now: reply.answeredAt ?? context.clock.now(),
  });
}

/** Who reads one line knows that there are more. */
const numbered = (texts: readonly string[]): readonly string[] =>
  texts.length < 2 ? texts : texts.map((text, at) => `${at + 1} of ${texts.length}, ${text}`);

/** The after-records, and in lines of their own how exact each is, its warnings, and how it can be seen and saved. */
function aftersOf(reply: Reply<PatientAnswer>, context: Context): string[][] {
  const { afters = [], body, routes } = reply;
  return afters.map(({ type, number, status, isOfModelPhotos }) => {
    const of = [idText(body?.patient?.id) ?? 'ID', '--type', type, '--after', String(number)];
    const lines = [['view', ...of], ...(routes?.has('after-archive') ? [['download', ...of]] : [])];
    const ways = lines.map((command) => context.lineText({ command }));
    const made = isOfModelPhotos ? ', made from the photos of the model itself' : '';
    const told = `${typeWord(type)} ${number}, ${statusWord(status)}${made}`;
    if (generationStateOf(status) !== 'ready') return [told];
    const { expected, warnings = [] } = toldOf(reply, `${type}.${number}`);
    const facts = [...(expected === undefined ? [] : [errorWords(expected)]), ...warnings];
    return [told, ...facts.map(printable), ...ways];
  });
}

/** What the service tells of models that the interface has no field for. */
function notesOf(reply: Reply<PatientAnswer>): NonNullable<PageFacts['notes']> {
  const { expected = {}, modelWarnings = [], earlierModels = {} } = reply;
  const types = new Set([
    ...Object.keys(expected),
    ...modelWarnings.map(({ type }) => type),
    ...Object.keys(earlierModels),
  ]);
  return new Map(
    [...types].map((type) => {
      const errors = expected[type];
      const precise = errors === undefined ? [] : [['Precision', errorWords(errors)] as const];
      const warnings = modelWarnings.filter((one) => one.type === type);
      const earlier = (earlierModels[type] ?? []).map((one) => ['Before it', earlierText(type, one)] as const);
      return [type, [...earlier, ...precise, ...warnings.map(({ sentence }) => ['Warning', sentence] as const)]];
    }),
  );
}

/** `2026-11-29 03:09, as Face, with eye distance 6.1 cm`, of a model whose place another one took. */
function earlierText(type: string, { at, provider, measures }: EarlierModel): string {
  const title = isReconstructionType(type) ? findProvider(type, provider)?.title : undefined;
  const given = Object.entries(measures).map(([name, cm]) => `${measureWords(name)} ${cm} cm`);
  const made = given.length === 0 ? 'without a measure' : `with ${given.join(', ')}`;
  return [untilText(at), ...(title === undefined ? [] : [`as ${title}`]), made].join(', ');
}
