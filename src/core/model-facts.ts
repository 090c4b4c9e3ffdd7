/** Of each type, mm by part of the model: `{ face: { face: 2.1, skull: 3.9 } }`. */
export type ExpectedErrors = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface ModelWarning {
  type: string;
  sentence: string;
}

/** What our service tells of models in headers, which the interface has no fields for; others say nothing. */
export function modelFactsOf(headers: Readonly<Record<string, string>>) {
  const expected = expectedOf(headers['recon-expected-error'] ?? '');
  const modelWarnings = warningsOf(headers['warning'] ?? '');
  return { ...(expected && { expected }), ...(modelWarnings.length > 0 && { modelWarnings }) };
}

/** More than this is no error of a person's model, mm. */
const MOST_MM = 1000;

/** `face.face=2.1, face.skull=3.9` */
function expectedOf(text: string): ExpectedErrors | undefined {
  const all: Record<string, Record<string, number>> = {};
  for (const pair of text.split(',')) {
    const [, type, part, mm] = /^\s*([a-z]{1,20})\.([a-z_]{1,20})=(\d{1,4}(?:\.\d{1,3})?)\s*$/.exec(pair) ?? [];
    if (type === undefined || part === undefined || Number(mm) > MOST_MM) continue;
    all[type] = { ...all[type], [part]: Number(mm) };
  }
  return Object.keys(all).length === 0 ? undefined : all;
}

/** `199 recon "face: check the number"`; a warning of something else is not of a model. */
const warningsOf = (text: string): ModelWarning[] =>
  [...text.matchAll(/199 recon "(mammo|face|body): ([^"]{1,500})"/g)].map(([, type, sentence]) => ({
    type: type!,
    sentence: sentence!,
  }));
