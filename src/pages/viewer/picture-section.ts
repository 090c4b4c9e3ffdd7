import { button, make, section } from './dom.ts';
import { drawMarks, FAINT, type Marked } from './marks.ts';
import { saveFile } from './save-file.ts';
import type { Stage } from './stage.ts';
import { STANDARD_VIEWS } from './views.ts';
import { PROMISE } from './words.ts';

interface Parts {
  stage: Stage;
  /** Adds the photo that is seen. */
  drawPhoto(context: CanvasRenderingContext2D, scale: number): void;
  title: string;
  /** As of which days the models are. */
  days: readonly string[];
  /** What has to be known of the models first. */
  notes: readonly string[];
  clinic: string | undefined;
  marks(): Marked[];
  /** What the colours of the surface mean. */
  colours(): Node[];
  /** What was found, one line for each. */
  lines(): string[];
  say(sentence: string): void;
}

const FOOT_PX = 28;

/** The picture as a file, and all views with the measures on paper. */
export function pictureSection({
  stage,
  drawPhoto,
  title,
  days,
  notes,
  clinic,
  marks,
  colours,
  lines,
  say,
}: Parts): HTMLElement {
  const paper = make('section', { class: 'paper', 'aria-hidden': 'true' });
  document.body.append(paper);
  const save = () => {
    takePicture(stage, marks(), drawPhoto).toBlob((blob) => {
      if (blob === null) return say('The picture could not be made.');
      saveFile(blob, 'model.png');
      say('The picture is saved as model.png.');
    });
  };
  window.addEventListener('beforeprint', () => {
    // Nothing can be drawn where nothing is shown.
    if (stage.canvas.clientWidth === 0) return;
    const views = STANDARD_VIEWS.map(({ name, from }) => {
      const picture = stage.takenFrom(from, () => pictureForPaper(stage, marks()));
      return make('figure', {}, make('figcaption', {}, name), picture);
    });
    // The canvas still holds the last of them.
    stage.draw();
    const items = lines().map((line) => make('li', {}, line));
    paper.replaceChildren(
      ...(clinic === undefined ? [] : [make('p', { class: 'clinic' }, clinic)]),
      make('h1', {}, title),
      ...days.map((day) => make('p', {}, day)),
      ...notes.map((note) => make('p', {}, note)),
      // Swedish days are written as 2026-11-27.
      make('p', {}, `Printed on ${new Date().toLocaleDateString('sv')}. ${PROMISE}`),
      ...(items.length === 0 ? [] : [make('ol', {}, ...items)]),
      ...colours(),
      make('div', { class: `views of-${stage.figures().length}` }, ...views),
    );
  });
  return section(
    'Keep',
    make(
      'div',
      { class: 'buttons' },
      button('Save picture', save),
      button('Print', () => window.print()),
    ),
  );
}

/** What is seen now, with marks and photo, and under it what it is. */
function takePicture(stage: Stage, marks: readonly Marked[], drawPhoto: Parts['drawPhoto']): HTMLCanvasElement {
  stage.draw();
  const { width, height, clientWidth } = stage.canvas;
  const scale = width / Math.max(1, clientWidth);
  const canvas = make('canvas', { width: String(width), height: String(height + FOOT_PX * scale) });
  const context = canvas.getContext('2d')!;
  context.drawImage(stage.canvas, 0, 0);
  drawPhoto(context, scale);
  drawMarks(context, stage, marks, { scale, hidden: FAINT });
  context.fillStyle = '#ffffff';
  context.fillRect(0, height, width, FOOT_PX * scale);
  context.fillStyle = '#1b2226';
  context.font = `${13 * scale}px system-ui, sans-serif`;
  context.fillText(PROMISE, 10 * scale, height + 18 * scale, width - 20 * scale);
  return canvas;
}

/** About as wide are the pictures on a sheet of A4, CSS pixels. */
const PAPER_PX = { one: 210, two: 330 };

/** The figures as large as they can be, and of the marks what is seen from here. */
function pictureForPaper(stage: Stage, marks: readonly Marked[]): HTMLCanvasElement {
  stage.draw();
  const { width, height, clientWidth } = stage.canvas;
  const scale = width / Math.max(1, clientWidth);
  const panes = stage.figures().length;
  const part = stage.filled();
  const size = (part.width * panes) / (panes > 1 ? PAPER_PX.two : PAPER_PX.one);
  const whole = make('canvas', { width: String(width), height: String(height) });
  const context = whole.getContext('2d')!;
  context.drawImage(stage.canvas, 0, 0);
  drawMarks(context, stage, marks, { scale, size, hidden: 0 });
  const [partWidth, partHeight] = [part.width, part.height].map((one) => Math.round(one * scale)) as [number, number];
  const canvas = make('canvas', { width: String(partWidth * panes), height: String(partHeight) });
  for (let i = 0; i < panes; i++) {
    const { x, y } = stage.paneOf(i);
    const [left, top] = [(x + part.x) * scale, (y + part.y) * scale];
    const to = [partWidth * i, 0, partWidth, partHeight] as const;
    canvas.getContext('2d')!.drawImage(whole, left, top, partWidth, partHeight, ...to);
  }
  return canvas;
}
