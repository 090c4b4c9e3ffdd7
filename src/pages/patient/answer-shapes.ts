import type {
  ArrivedPhotosAnswer,
  PhotoLookAnswer,
  SentAnswer,
  SentState,
  SetLookAnswer,
} from '../../contract/patient-page.ts';

/** Whoever stands between, such as the login page of a hotel's network, may answer with JSON of its own. */
export type Shape<Answer> = (answer: unknown) => answer is Answer;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown) => typeof value === 'string';
const isList = (value: unknown) => Array.isArray(value);

export const isArrived: Shape<ArrivedPhotosAnswer> = (answer): answer is ArrivedPhotosAnswer =>
  isObject(answer) &&
  Number.isFinite(answer['leftMs']) &&
  Array.isArray(answer['photos']) &&
  answer['photos'].every((one) => isObject(one) && [one['view'], one['id'], one['sha256']].every(isText));

export const isPhotoLook: Shape<PhotoLookAnswer> = (answer): answer is PhotoLookAnswer =>
  isObject(answer) && (answer['warnings'] === null || isList(answer['warnings']));

export const isSetLook: Shape<SetLookAnswer> = (answer): answer is SetLookAnswer => {
  if (!isObject(answer)) return false;
  const { found } = answer as Record<string, unknown>;
  if (found === null) return true;
  return (
    isObject(found) &&
    isList(found['together']) &&
    (found['unusable'] === undefined || isList(found['unusable'])) &&
    isObject(found['photos']) &&
    Object.values(found['photos']).every(isList)
  );
};

export const isSent: Shape<SentAnswer> = (answer): answer is SentAnswer => isObject(answer) && isText(answer['sent']);

export const isSentState: Shape<SentState> = (answer): answer is SentState =>
  isObject(answer) && isText(answer['status']) && (answer['frames'] === null || isText(answer['frames']));
