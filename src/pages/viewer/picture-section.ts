import { button, make, section } from './dom.ts';
import { drawMarks, type Marked } from './marks.ts';
import type { Stage } from './stage.ts';
import { STANDARD_VIEWS } from './views.ts';
import { PROMISE } from './words.ts';

interface Parts {
  stage: Stage;
  photo: HTMLImageElement;
  title: string;
  /** What has to be known of the models first. */
  notes: readonly string[];
  clinic: string | undefined;
  marks(): Marked[];
  /** What was found, one line for each. */
  lines(): string[];
  say(sentence: string): void;
}

const FOOT_PX = 28;

/** The picture as a file, and all views with the measures on paper. */
export function pictureSection({ stage, photo, title, notes, clinic, marks, lines, say }: Parts): HTMLElement {
  const paper = make('section', { class: 'paper', 'aria-hidden': 'true' });
  document.body.append(paper);
  const save = () => {
    takePicture(stage, photo, marks()).toBlob((blob) => {
      if (blob === null) return say('The picture could not be made.');
      const address = URL.createObjectURL(blob);
      const link = make('a', { href: address, download: 'model.png' });
      link.click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      say('The picture is saved as model.png.');
    });
  };
  window.addEventListener('beforeprint', () => {
    // Nothing can be drawn where nothing is shown.
    if (stage.canvas.clientWidth === 0) return;
    const views = STANDARD_VIEWS.map(({ name, from }) => {
      stage.lookFrom(from);
      return make('figure', {}, takePicture(stage, photo, marks()), make('figcaption', {}, name));
    });
    const items = lines().map((line) => make('li', {}, line));
    paper.replaceChildren(
      ...(clinic === undefined ? [] : [make('p', { class: 'clinic' }, clinic)]),
      make('h1', {}, title),
      ...notes.map((note) => make('p', {}, note)),
      make('p', {}, `${new Date().toLocaleDateString()}. ${PROMISE}`),
      ...(items.length === 0 ? [] : [make('ol', {}, ...items)]),
      make('div', { class: 'views' }, ...views),
    );
    stage.lookFrom(STANDARD_VIEWS[0]!.from);
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
function takePicture(stage: Stage, photo: HTMLImageElement, marks: readonly Marked[]): HTMLCanvasElement {
  stage.draw();
  const { width, height, clientWidth } = stage.canvas;
  const scale = width / Math.max(1, clientWidth);
  const canvas = make('canvas', { width: String(width), height: String(height + FOOT_PX * scale) });
  const context = canvas.getContext('2d')!;
  context.drawImage(stage.canvas, 0, 0);
  if (!photo.hidden && stage.isAsPhoto()) {
    const { x, y, width: wide, height: high } = stage.paneOf(0);
    context.globalAlpha = Number(photo.style.opacity);
    context.drawImage(photo, x * scale, y * scale, wide * scale, high * scale);
    context.globalAlpha = 1;
  }
  drawMarks(context, stage, marks, scale);
  context.fillStyle = '#ffffff';
  context.fillRect(0, height, width, FOOT_PX * scale);
  context.fillStyle = '#1b2226';
  context.font = `${13 * scale}px system-ui, sans-serif`;
  context.fillText(PROMISE, 10 * scale, height + 18 * scale, width - 20 * scale);
  return canvas;
}
