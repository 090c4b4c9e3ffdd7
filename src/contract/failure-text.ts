/** Stands between the reasons why one generation failed; who looks for one alone finds the first. */
const ALSO = '. Also: ';

export interface FailureReason {
  /** Without a full stop. */
  sentence: string;
  /** What to do, a sentence. */
  advice: string;
}

/** All reasons as one text; an advice that the next one repeats is told there. */
export const failureText = (reasons: readonly FailureReason[]): string =>
  reasons
    .map(({ sentence, advice }, at) =>
      advice === '' || advice === reasons[at + 1]?.advice ? sentence : `${sentence}. ${advice}`,
    )
    .join(ALSO);

export const reasonsIn = (text: string): string[] => text.split(ALSO);

/** Each reason why a generation failed, without what to do about it. */
export const clausesOf = (text: string): string[] => reasonsIn(text).map((one) => one.split(/[;.](?:\s|$)/)[0]!);
