import type { Place } from './drawn-rows.ts';
import type { Streams } from './streams.ts';

/** Somebody wants the question before the one that was open. */
export class WentBack extends Error {}

/** How much was answered before a question, and where on the screen it began. */
interface Start {
  answered: number;
  place: Place;
}

/**
 * Whether the open question may be left for the one before it. What is gone back over is taken off `screen`.
 */
export function createWayBack(screen?: Pick<Streams, 'place' | 'eraseFrom'>) {
  let isOpen = false;
  let answered = 0;
  /** Of each question that was answered, so that going back takes its answers away. */
  const starts: Start[] = [];
  let last: Start | undefined;
  const now = (): Start => ({ answered, place: screen?.place() ?? { row: 0, columns: 0 } });
  const goBackTo = (start: Start | undefined) => {
    answered = start?.answered ?? 0;
    if (start !== undefined) screen?.eraseFrom(start.place);
  };
  return {
    isOpen: () => isOpen,
    /** Asks one question. */
    ask: async <T>(question: () => Promise<T>): Promise<T> => {
      const start = now();
      const answer = await question();
      answered++;
      last = start;
      return answer;
    },
    /**
     * Asks in `work`, where going back throws `WentBack` if there is a question to go back to.
     * @returns whether anything was answered
     */
    askFrom: async (hasBefore: boolean, work: () => Promise<unknown>): Promise<boolean> => {
      const before = now();
      const wasOpen = isOpen;
      const depth = starts.length;
      isOpen = hasBefore || wasOpen;
      try {
        await work();
        // Questions within are gone back over together with this one.
        starts.length = depth;
        if (answered > before.answered) starts.push(before);
        return answered > before.answered;
      } catch (error) {
        // Without a question before it here, the one that is meant is further out.
        if (error instanceof WentBack && hasBefore) {
          starts.length = depth;
          goBackTo(starts.pop());
        }
        throw error;
      } finally {
        isOpen = wasOpen;
      }
    },
    /** Asks in `work` what a choice has led to, where going back throws `WentBack` and takes that choice away. */
    askBehind: async (work: () => Promise<unknown>): Promise<void> => {
      const choice = last;
      const wasOpen = isOpen;
      const depth = starts.length;
      isOpen = true;
      try {
        await work();
      } catch (error) {
        if (error instanceof WentBack) goBackTo(choice);
        throw error;
      } finally {
        isOpen = wasOpen;
        starts.length = depth;
      }
    },
  };
}
