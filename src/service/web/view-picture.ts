import type { MeasureName, ReconstructionType, View } from '../../contract/reconstruction.ts';
import { type Html, html } from './html.ts';

/** Outlines of the photo's content, on a sheet of 90 × 120. The right view is the left one mirrored. */
interface Outline {
  /** Filled silhouette. */
  figure: string;
  /** Lines that tell front from back. */
  lines: string;
}

const HEAD = 'M45 16c-15 0-23 12-23 28 0 9 2 17 6 23 4 7 10 12 17 12s13-5 17-12c4-6 6-14 6-23 0-16-8-28-23-28z';
const NECK = 'M36 74v14c-3 7-14 8-21 13-4 3-6 9-6 19h72c0-10-2-16-6-19-7-5-18-6-21-13V74z';
const WIDE_NECK = 'M31 60v26c-6 5-15 6-20 10-4 3-6 10-6 24h80c0-14-2-21-6-24-5-4-14-5-20-10V60z';
const TORSO =
  'M37 2v9c-4 5-16 6-22 10-6 5-7 13-7 25l-1 44h9l3-38 4-6c1 12 2 20 0 30-2 9-3 20-3 44h50c0-24-1-35-3-44-2-10-1-18 0-30l4 6 3 38h9l-1-44c0-12-1-20-7-25-6-4-18-5-22-10V2z';
const TORSO_SIDE =
  'M40 2c0 6-1 10-5 15-5 6-8 13-9 20-3 7-6 13-5 18 1 5 5 6 6 10 2 8 0 14-1 24-1 8-2 18-2 31h37c1-14 0-24-3-33-3-8-4-14-2-22 3-12 4-24 1-33-3-9-8-12-7-20V2z';
const BODY =
  'M45 6c-6 0-9 4-9 9s3 9 5 11v3c-4 3-12 3-15 7-3 5-4 19-6 28l-3 8 4 1 4-9 7-20c1 7 2 12 1 18-1 9-1 22 0 30l1 22h9l2-44 2 44h9l1-22c1-8 1-21 0-30-1-6 0-11 1-18l7 20 4 9 4-1-3-8c-2-9-3-23-6-28-3-4-11-4-15-7v-3c2-2 5-6 5-11s-3-9-9-9z';
const BODY_SIDE =
  'M44 6c-6 0-9 4-9 9l-2 4 2 1c0 4 1 6 5 6l1 3c-4 4-7 9-7 17 0 9 2 14 2 20-1 9-2 18 0 27l2 14c0 3-5 3-6 7h13l2-26 3-22c2-8 3-16 2-24-1-9-2-13-5-16v-4c5-3 7-7 6-10-1-4-4-6-9-6z';

const FACE: Readonly<Record<Exclude<View, 'right' | 'right_45'>, Outline>> = {
  front: { figure: HEAD + NECK, lines: 'M33 44h5M52 44h5M45 44v12l-3 2M38 67c4 3 10 3 14 0' },
  left: {
    figure:
      'M50 14c-15-1-26 8-27 21 0 4 1 7 0 10l-7 13c-1 2 0 3 4 4l1 5-1 3 2 3-1 5c1 5 4 7 10 7l8-1c1 5 0 9-4 13-7 4-12 11-13 23h57c0-12-5-18-9-26-3-7-2-12 1-20 4-9 6-18 5-26-1-20-11-33-26-34z',
    lines: 'M27 46h6M21 71h8M54 46c6-3 9 6 5 12-2 3-5 2-5-1',
  },
  left_45: {
    figure: `${HEAD}M24 50l-4 8 6 2z${NECK}`,
    lines: 'M26 44h5M42 44h6M31 44l-6 14 5 2M30 68c3 2 8 2 11-1M62 46c5-2 6 8 1 12',
  },
  below: {
    figure: `M45 16c-14 0-24 10-24 24 0 16 10 30 24 30s24-14 24-30c0-14-10-24-24-24z${WIDE_NECK}`,
    lines: 'M37 36l8-8 8 8M41 36h1M48 36h1M38 45c4-3 10-3 14 0M29 54c5 12 27 12 32 0',
  },
  back: { figure: HEAD + NECK, lines: 'M30 60c2 8 8 14 15 14s13-6 15-14' },
};

const UPPER_BODY: typeof FACE = {
  ...FACE,
  front: { figure: TORSO, lines: 'M26 58c4 6 13 6 16 0M48 58c3 6 12 6 16 0M45 94v2' },
  left: { figure: TORSO_SIDE, lines: 'M46 26c5 14 5 36 1 60l-3 14' },
  back: { figure: TORSO, lines: 'M45 30v66M31 40l4 12M59 40l-4 12' },
};

const WHOLE_BODY: typeof FACE = {
  ...FACE,
  front: { figure: BODY, lines: 'M42 14h1M48 14h1M43 20h4' },
  left: { figure: BODY_SIDE, lines: 'M45 38c3 8 2 16-1 26' },
  back: { figure: BODY, lines: 'M45 36v24' },
};

const OUTLINES = { face: FACE, mammo: UPPER_BODY, body: WHOLE_BODY } as const;

/** What is measured, from where to where, on a part of the sheet. */
const MEASURED: Readonly<Record<MeasureName, Outline & { tape: string; sheet: string }>> = {
  nipple_to_nipple: {
    figure: TORSO,
    lines: 'M26 58c4 6 13 6 16 0M48 58c3 6 12 6 16 0M45 94v2',
    tape: 'M34 56h22M34 52v8M56 52v8',
    sheet: '0 0 90 90',
  },
  eye_distance: {
    figure: HEAD,
    lines: 'M31 46c3-4 9-4 12 0-3 4-9 4-12 0zM47 46c3-4 9-4 12 0-3 4-9 4-12 0zM45 50v8l-3 2M39 68c4 2 8 2 12 0',
    tape: 'M37 36h16M37 32v14M53 32v14',
    sheet: '12 12 66 66',
  },
  hipline: {
    figure: BODY,
    lines: 'M42 14h1M48 14h1M43 20h4',
    tape: 'M33 62c6 5 18 5 24 0',
    sheet: '17 32 56 56',
  },
};

/** A small drawing of how to take a measure, with a tape; hidden like the drawings of photos. */
export function measurePicture(name: MeasureName): Html {
  const { figure, lines, tape, sheet } = MEASURED[name];
  return html`<svg viewBox="${sheet}" width="84" height="84" aria-hidden="true" focusable="false"><path class="figure" d="${figure}"/><path class="lines" d="${lines}"/><path class="tape" d="${tape}"/></svg>`;
}

/** A small drawing of the photo; the words beside it say the same, so it is hidden from screen readers. */
export function viewPicture(type: ReconstructionType, view: View): Html {
  const mirrored = view === 'right' || view === 'right_45';
  const drawn = view === 'right' ? 'left' : view === 'right_45' ? 'left_45' : view;
  const { figure, lines } = OUTLINES[type][drawn];
  return html`<svg viewBox="0 0 90 120" width="84" height="112" aria-hidden="true" focusable="false"><g${
    mirrored && html` transform="translate(90) scale(-1 1)"`
  }><path class="figure" d="${figure}"/><path class="lines" d="${lines}"/></g></svg>`;
}
