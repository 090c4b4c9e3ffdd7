import { requirements } from '../contract/photo-rules.ts';
import { providersOf } from '../contract/providers.ts';
import { MEASURES, RECONSTRUCTION_TYPES, SCALED_BY, VIEWS } from '../contract/reconstruction.ts';
import { viewName } from '../contract/view-name.ts';
import { flagOf } from './request/flags.ts';

const KINDS = { mammo: 'the breasts', face: 'the face or the head', body: 'the whole body' } as const;

/** What `recon help types` prints: a line for each way in which a model is made. */
export const TYPES: ReadonlyArray<readonly [name: string, ...texts: string[]]> = RECONSTRUCTION_TYPES.map((type) => [
  type,
  `${KINDS[type]}: recon create --type ${type}`,
  ...providersOf(type).map(({ number, name }) => {
    const needed: readonly string[] = requirements(type, String(number));
    const photos = VIEWS.filter((view) => needed.includes(view)).map(viewName);
    const measures = MEASURES.filter((measure) => needed.includes(measure)).map((measure) => `${flagOf(measure)} CM`);
    const own = SCALED_BY[type];
    const wished = needed.includes(own) || type !== 'face' ? [] : [`${flagOf(own)} CM if you have it`];
    return `--provider ${name}: the photos ${photos.join(', ')}; ${[...measures, ...wished].join(', ')}`;
  }),
]);
