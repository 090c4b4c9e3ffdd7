import type { Violation } from '../../contract/photo-rules.ts';
import { viewName } from '../../contract/view-name.ts';
import { checkRequest } from '../../core/check-request.ts';
import type { ReconstructionInput } from '../../core/client.ts';
import { type Draft, reconstructionOf } from '../../core/draft.ts';
import type { PhotoProblem, PreparedPhoto, PreparedPhotos } from '../../core/photos.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import type { Context } from '../context.ts';
import { flagOf, VIEW_WORDS } from './flags.ts';
import { problemsError } from './problems-error.ts';

/** A draft that passed every check, with private copies of its photos. */
export interface CheckedRequest {
  reconstruction: ReconstructionInput | undefined;
  /** Removes the copies of the photos. */
  dispose(): Promise<void>;
}

export interface CheckOptions {
  /** `patients create`, and what was typed beside the draft, for the command that would be complete. */
  typed: readonly string[];
  /** Broken rules, if they depend on more than the draft: on what the patient has already. */
  violations?: readonly Violation[];
  /** A person may give other photos. */
  mayChange: boolean;
}

const NO_REMARKS = { problems: [], warnings: [] };

const sentenceOf = ({ view, path, message }: PhotoProblem) => `${flagOf(view)} ${path} ${message}`;

/**
 * Every rule and every photo, before a byte is sent. Warnings are said. `mayChange`: where all that is wrong is one
 * picture for two views, a person is asked for the other photo.
 * @returns undefined where a person has given another photo
 * @throws ReconError that names all problems at once
 */
export async function checkDraft(
  draft: Draft,
  { typed, violations, mayChange }: CheckOptions,
  context: Context,
): Promise<CheckedRequest | undefined> {
  const { streams } = context;
  const prepared = await preparePhotos(draft, context);
  try {
    const problems = await Promise.all(prepared.problems.map((one) => wrongOf(one, draft, context)));
    const areTwins = problems.length > 0 && problems.every(({ twin }) => twin !== undefined);
    const others = areTwins && checkRequest(draft, NO_REMARKS, { violations }).problems;
    if (mayChange && others && others.length === 0) {
      const { askForOtherPhotos } = await import('./ask-other-photos.ts');
      await prepared.dispose();
      for (const problem of problems) streams.note(sentenceOf(problem));
      const views = problems.map(({ view }) => view);
      const others = views.map((view) => ({ view, keep: 'no' as const }));
      await askForOtherPhotos(draft, others, context);
      return undefined;
    }
    const photos = {
      problems: problems.map((problem) => {
        const wanted = problem.twin === undefined ? '' : `; give the ${VIEW_WORDS[problem.view]}`;
        return sentenceOf(problem) + wanted;
      }),
      warnings: photoWarnings(prepared.photos),
    };
    const checked = checkRequest(draft, photos, { nameOf: flagOf, violations });
    if (checked.problems.length > 0) throw problemsError(draft, checked, { typed, isForPerson: streams.stderrIsTty() });
    for (const warning of checked.warnings) streams.warn(warning);
    sayWhatIsLeftOut(prepared, streams);
    for (const { fileName, sourcePath, sizeBytes, sha256 } of prepared.photos) {
      streams.detail(`${fileName}: ${byteSizeText(sizeBytes)}, SHA-256 ${sha256}, from ${sourcePath}`);
    }
  } catch (error) {
    await prepared.dispose();
    throw error;
  }
  return { reconstruction: reconstructionOf(draft, prepared.photos), dispose: prepared.dispose };
}

/** `front.jpg and 5 more: each is 960×1200; …`: what holds of several photos is told once. */
function photoWarnings(photos: readonly PreparedPhoto[]): string[] {
  const paths = new Map<string, string[]>();
  for (const { sourcePath, warnings } of photos) {
    for (const one of warnings) paths.set(one, [...(paths.get(one) ?? []), sourcePath]);
  }
  return [...paths].map(([warning, [first = '', ...others]]) =>
    others.length === 0 ? `${first} ${warning}` : `${first} and ${others.length} more: each ${warning}`,
  );
}

/** Of one picture for two views the wrong one is told, which only a look can know. */
async function wrongOf(problem: PhotoProblem, draft: Draft, context: Context): Promise<PhotoProblem> {
  if (problem.twin === undefined) return problem;
  try {
    return await context.hushed(async () =>
      (await import('../look/wrong-twin.ts')).ofWrongTwin(problem, draft, context),
    );
  } catch (error) {
    if (context.signal.aborted) throw error;
    return problem;
  }
}

async function preparePhotos(
  { photos, keepMetadata }: Draft,
  { signal, scratchFolder }: Context,
): Promise<PreparedPhotos> {
  if (Object.keys(photos).length === 0) return { photos: [], problems: [], dispose: async () => {} };
  const core = await import('../../core/photos.ts');
  return await core.preparePhotos(photos, { keepMetadata, scratchFolder: await scratchFolder(), signal });
}

function sayWhatIsLeftOut({ photos }: PreparedPhotos, streams: Context['streams']): void {
  const stripped = photos.filter(({ removed }) => removed.length > 0);
  if (stripped.length === 0) return;
  const kinds = [...new Set(stripped.flatMap(({ removed }) => removed))].join(', ');
  const whose = stripped.map(({ view }) => viewName(view)).join(', ');
  streams.say(`not sent, as private: ${kinds} (${whose}); --keep-metadata sends it`);
}
