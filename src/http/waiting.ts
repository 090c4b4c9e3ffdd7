import type { Line } from '../errors.ts';
import type { Operation } from './operation.ts';

/** The time between two news of a silence, where each is a line of its own; the first one, too, where nothing else is said. */
const LINE_EVERY_MS = 15_000;
/** The same where each is drawn over the one before. */
const DRAWN_EVERY_MS = 1000;
/** A service that took a read and says nothing for so long perhaps hangs. */
const DOUBT_MS = 10_000;

export interface WaitingParts {
  kind: Operation['kind'];
  /** The time after which a silence is told first, if not as usual. */
  firstMs: number | undefined;
  /** What is told is drawn over what was told before. */
  isDrawn: boolean;
  /** 1 for the first try. */
  number: number;
  /** The most tries of an operation. */
  tries: number;
  /** The longest silence of one try. */
  silenceMs: number;
  /** Of all operations since the last answer. */
  doubt: { isTold: boolean };
}

/** When a person hears that a try is met by silence, and in which words. */
export type Waiting = ReturnType<typeof waitingOf>;

export function waitingOf({ kind, firstMs = LINE_EVERY_MS, isDrawn, number, tries, silenceMs, doubt }: WaitingParts) {
  const everyMs = isDrawn ? DRAWN_EVERY_MS : LINE_EVERY_MS;
  // Who asks only once wants to know just that: `recon doctor`. A line says it once.
  const mayDoubt = kind === 'read' && tries > 1 && (isDrawn || !doubt.isTold);
  const doubtMs = !mayDoubt ? Number.POSITIVE_INFINITY : doubt.isTold ? 0 : DOUBT_MS;
  return {
    /** The silence after this one at which it is told. */
    nextMs: (silentMs: number): number => {
      const regularMs = Math.max(firstMs, (Math.floor(silentMs / everyMs) + 1) * everyMs);
      return Math.min(regularMs, ...[firstMs, doubtMs].filter((ms) => ms > silentMs));
    },
    /** `isConnected`: the service has taken the connection. */
    words: (silentMs: number, isConnected: boolean): Line => {
      const seconds = Math.round(silentMs / 1000);
      if (!isConnected) return `connecting to the service, ${seconds} s`;
      if (silentMs < doubtMs || (doubt.isTold && !isDrawn))
        return `${kind === 'read' ? '' : 'sent, '}waiting for the service, ${seconds} s`;
      doubt.isTold = true;
      return {
        before: `the service takes connections and does not answer (try ${number} of ${tries}, ${seconds} of ${Math.round(silenceMs / 1000)} s). Ctrl-C ends this; to see what is wrong`,
        command: ['doctor'],
      };
    },
  };
}
