/** How far a model may be from the person; the interface has no field for it, so ours tells it in headers. */
export interface Certainty {
  /** By part of the model: 95 % of models told so have a mean distance of at most this, mm. */
  expected: Readonly<Record<string, number>>;
  /** Sentences for the person who works with the model. */
  warnings: readonly string[];
}

/** How a doubt begins that photos show two people. Kept as it is: it stands in warnings of models. */
export const TWO_PEOPLE = 'perhaps two people';

/** Of a warning: the model may not be of this patient. */
export const isOfDoubtfulPerson = (warning: string): boolean =>
  warning.toLowerCase().startsWith(TWO_PEOPLE) || /^patients? [\d, and]+ ha(s|ve) the same /.test(warning);
