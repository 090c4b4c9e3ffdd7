/**
 * The rules of docs/interface.md §3 and §4.4 written down a second time, by hand and as plain lists, so
 * that the rule code is held against something else than itself.
 */
const FACE = ['left', 'front', 'right'];
const NEEDS: Record<string, string[]> = {
  'mammo ': [...FACE, 'nipple_to_nipple'],
  'mammo 4': [...FACE, 'nipple_to_nipple'],
  'mammo 5': [...FACE, 'nipple_to_nipple'],
  'mammo 6': [...FACE, 'nipple_to_nipple'],
  'mammo 7': [...FACE, 'nipple_to_nipple'],
  'face ': FACE,
  'face 4': FACE,
  'face 5': [...FACE, 'left_45', 'right_45', 'below'],
  'face 6': FACE,
  'face 7': FACE,
  'body ': [...FACE, 'back', 'hipline'],
  'body 4': [...FACE, 'back', 'hipline'],
  'body 5': [...FACE, 'back'],
  'body 6': [...FACE, 'back'],
  'body 7': [...FACE, 'back', 'nipple_to_nipple'],
};
const WRONG_PROVIDER = new Set(['mammo 5', 'mammo 7', 'face 7', 'body 5', 'body 6']);

/** What a PUT needs where the patient has no reconstruction of that type. */
const UPDATE_NEEDS: Record<string, string[]> = {
  mammo: [...FACE, 'nipple_to_nipple'],
  face: FACE,
  body: [...FACE, 'hipline'],
};

export const MEASURE_NAMES = ['nipple_to_nipple', 'eye_distance', 'hipline'];
const SANE: Record<string, string> = { nipple_to_nipple: '21', eye_distance: '6.2', hipline: '95' };

export interface RuleCase {
  title: string;
  purpose: 'create' | 'after' | 'update';
  /** Update only: whether the patient has a reconstruction of the type already. */
  stored: boolean;
  type: string | undefined;
  provider: string | undefined;
  /** Views and measures that are sent. */
  photos: string[];
  measures: Record<string, string>;
  /** Inner names of every field that must be named; empty means that the request is complete. */
  wrong: string[];
}

const subsets = <T>(items: T[]): T[][] =>
  items.reduce<T[][]>((all, item) => all.concat(all.map((one) => [...one, item])), [[]]);

function make(
  parts: Omit<RuleCase, 'title' | 'photos' | 'measures'> & { given: string[]; values?: Record<string, string> },
) {
  const { given, values = {}, ...rest } = parts;
  const measures = Object.fromEntries(
    [...new Set([...given.filter((name) => MEASURE_NAMES.includes(name)), ...Object.keys(values)])].map((name) => [
      name,
      values[name] ?? SANE[name]!,
    ]),
  );
  const photos = given.filter((name) => !MEASURE_NAMES.includes(name));
  const what = [...photos, ...Object.entries(measures).map(([name, value]) => `${name}=${value}`)].join(' ');
  const title = `${rest.purpose} ${rest.type ?? '(no type)'} ${rest.provider ?? '(no provider)'}${rest.stored ? ' stored' : ''}: ${what || 'nothing'}`;
  return { ...rest, title, photos, measures };
}

function missingCases(purpose: 'create' | 'after'): RuleCase[] {
  return Object.entries(NEEDS).flatMap(([key, needs]) => {
    const [type, provider] = key.split(' ') as [string, string];
    const refused = WRONG_PROVIDER.has(key) ? ['provider'] : [];
    return subsets(needs).map((given) =>
      make({
        purpose,
        stored: false,
        type,
        provider: provider === '' ? undefined : provider,
        given,
        wrong: [...refused, ...needs.filter((need) => !given.includes(need))],
      }),
    );
  });
}

function updateCases(): RuleCase[] {
  return Object.entries(UPDATE_NEEDS).flatMap(([type, needs]) =>
    // Measures change from one case to the next, so that cases on one patient do not wait for each other.
    subsets([...MEASURE_NAMES, ...FACE]).flatMap((given) => [
      make({ purpose: 'update', stored: true, type, provider: undefined, given, wrong: [] }),
      make({
        purpose: 'update',
        stored: false,
        type,
        provider: undefined,
        given,
        wrong: needs.filter((need) => !given.includes(need)),
      }),
    ]),
  );
}

const BAD_MEASURES = ['abc', '0', '-3', '1,234', '1e2', 'NaN', 'Infinity', '21 cm'];

function valueCases(): RuleCase[] {
  const complete = { stored: false, provider: undefined };
  const purposes = ['create', 'after', 'update'] as const;
  const wrongTypes = purposes.flatMap((purpose) =>
    ['nose', 'FaceReconstruction', 'MammoReconstruction'].map((type) =>
      make({ ...complete, purpose, type, given: FACE, wrong: ['type'] }),
    ),
  );
  const noType = (['create', 'after'] as const).flatMap((purpose) =>
    subsets(FACE)
      .filter((given) => given.length > 0)
      .map((given) =>
        make({
          ...complete,
          purpose,
          type: undefined,
          given,
          wrong: ['type', ...FACE.filter((view) => !given.includes(view))],
        }),
      ),
  );
  const wrongProviders = (['create', 'after'] as const).flatMap((purpose) =>
    ['3', '8', '45', 'x'].map((provider) =>
      make({ ...complete, purpose, type: 'face', provider, given: FACE, wrong: ['provider'] }),
    ),
  );
  const wrongMeasures = purposes.flatMap((purpose) =>
    MEASURE_NAMES.flatMap((name) =>
      BAD_MEASURES.map((value) =>
        make({ ...complete, purpose, type: 'face', given: FACE, values: { [name]: value }, wrong: [name] }),
      ),
    ),
  );
  return [...wrongTypes, ...noType, ...wrongProviders, ...wrongMeasures];
}

export const RULE_CASES: readonly RuleCase[] = [
  ...missingCases('create'),
  ...missingCases('after'),
  ...updateCases(),
  ...valueCases(),
];
