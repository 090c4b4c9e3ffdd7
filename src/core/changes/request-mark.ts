import type { Plan } from '../journal/entry.ts';
import type { Mark } from '../journal/marks.ts';
import type { StoredRequest } from '../journal/request-store.ts';

/** Equal for two requests that would make the same change. */
export function requestMark(mark: Mark, { deed, patient }: Omit<Plan, 'request'>, request: StoredRequest): string {
  const { reconstruction: model, targetSurgeonId } = request;
  const photos = (model?.photos ?? []).map(({ view, sha256 }) => [view, sha256]).sort();
  return mark(
    'request',
    deed,
    patient,
    sorted(request.patient),
    model?.type,
    model?.provider,
    sorted(model?.measures),
    photos,
    targetSurgeonId,
  );
}

const sorted = (record: object | undefined) => Object.entries(record ?? {}).sort();
