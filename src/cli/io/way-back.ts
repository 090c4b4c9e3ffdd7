/** Somebody wants the question before the one that was open. */
export class WentBack extends Error {}

/** Whether the open question may be left for the one before it, and whether anything was answered. */
export function createWayBack() {
  let isOpen = false;
  let answered = 0;
  /** How much was answered before each question that was, so that going back takes its answers away. */
  const starts: number[] = [];
  return {
    isOpen: () => isOpen,
    /** Nothing was answered yet, or all of it was gone back over. */
    isFirst: () => answered === 0,
    noteAnswer: () => {
      answered++;
    },
    /**
     * Asks in `work`, where going back throws `WentBack` if there is a question to go back to.
     * @returns whether anything was answered
     */
    askFrom: async (hasBefore: boolean, work: () => Promise<unknown>): Promise<boolean> => {
      const before = answered;
      const wasOpen = isOpen;
      const depth = starts.length;
      isOpen = hasBefore || wasOpen;
      try {
        await work();
        // Questions within are gone back over together with this one.
        starts.length = depth;
        if (answered > before) starts.push(before);
        return answered > before;
      } catch (error) {
        // Without a question before it here, the one that is meant is further out.
        if (error instanceof WentBack && hasBefore) {
          starts.length = depth;
          answered = starts.pop() ?? 0;
        }
        throw error;
      } finally {
        isOpen = wasOpen;
      }
    },
    /** Asks in `work` what a choice has led to, where going back throws `WentBack` and takes that choice away. */
    askBehind: async (work: () => Promise<unknown>): Promise<void> => {
      const before = answered - 1;
      const wasOpen = isOpen;
      const depth = starts.length;
      isOpen = true;
      try {
        await work();
      } catch (error) {
        if (error instanceof WentBack) answered = before;
        throw error;
      } finally {
        isOpen = wasOpen;
        starts.length = depth;
      }
    },
  };
}
