import type { After, AfterImage } from '../../contract/after.ts';
import type { StoredAfter } from '../domain/afters.ts';
import type { KeptFile } from '../domain/files.ts';
import { measuresFromText } from '../domain/measures.ts';
import { shownOf } from '../domain/shown-status.ts';
import type { Links } from '../links.ts';

export function presentAfter(row: StoredAfter, files: readonly KeptFile[], ownerId: number, links: Links): After {
  const image = (view: string): AfterImage => {
    const file = files.find(({ name }) => name === view);
    if (file === undefined) return { url: null, thumb: { url: null } };
    return { url: links.image(ownerId, file.id), thumb: { url: links.thumb(ownerId, file.id) } };
  };
  return {
    weight: row.weight,
    status: shownOf(row).status,
    accepted: String(row.accepted === 1),
    provider: row.provider,
    measures: measuresFromText(row.measures),
    front: image('front'),
    left: image('left'),
    right: image('right'),
    back: image('back'),
  };
}
