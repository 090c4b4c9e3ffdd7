/** Somebody wants the question before the one that was open. */
export class WentBack extends Error {}

/** Whether the open question may be left for the one before it, and whether anything was answered. */
export function createWayBack() {
  let isOpen = false;
  let answered = 0;
  return {
    isOpen: () => isOpen,
    /** Nothing was answered yet. */
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
      isOpen = hasBefore;
      try {
        await work();
        return answered > before;
      } finally {
        isOpen = false;
      }
    },
  };
}
