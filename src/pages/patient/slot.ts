import type { PhotoWarning } from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';
import type { KeptPhoto } from './kept-photos.ts';

/** How a photo of the set stands. */
export interface Slot {
  view: View;
  /** Waits on this phone. */
  waiting?: KeptPhoto | undefined;
  /** Of what waits, 0 to 1. */
  progress: number;
  /** What waits is in this page alone: the phone has no room for it, or its browser keeps nothing. */
  isOnlyHere: boolean;
  /** The service has it. */
  arrived?: { id: string; sha256: string } | undefined;
  /** For this page only: a picture of the photo with this id. */
  preview?: { id: string; url: string } | undefined;
  /** Why the last choice was not taken. */
  problem?: string | undefined;
  /** What this phone sees by itself. */
  own: PhotoWarning[];
  /** What the service has found; undefined where it has not looked. */
  found?: PhotoWarning[] | undefined;
  /** The service has found that a generation refuses it. */
  isUnusable: boolean;
  /** The service looks at it, or will; aborted when there is another photo. */
  look?: AbortController | undefined;
}

export const newSlot = (view: View): Slot => ({ view, progress: 0, isOnlyHere: false, own: [], isUnusable: false });

export const warningsOf = ({ own, found = [] }: Slot): PhotoWarning[] => [...new Set([...own, ...found])];
