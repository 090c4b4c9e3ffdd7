import { button, make, section } from './dom.ts';
import type { Figure } from './figure.ts';
import { drawMarks, FAINT, type Marked } from './marks.ts';
import { lettersOf } from './name-letters.ts';
import { BOLD, footOf } from './picture-foot.ts';
import { saveFile } from './save-file.ts';
import type { Stage } from './stage.ts';
import type { ColourScale } from './surface-section.ts';
import { STANDARD_VIEWS } from './views.ts';
import { doubtNote } from './words.ts';

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
  /** What stands above the panes; nothing where there is only one thing to show. */
  names(): string[];
  /** What a figure is called beside another one. */
  labelOf(figure: Figure): string;
  /** From where the figures are seen. */
  view(): string;
  /** What the colours of the surface mean. */
  colours: { onPaper(): Node[]; inPicture(): ColourScale | undefined };
  /** What was found, one line for each, with the number of its marks. */
  found(): { figure: Figure; number: number; line: string }[];
  /** What else is known of the figures that are shown, one line for each. */
  more(): string[];
  say(sentence: string): void;
}

/** The picture as a file, and all views with the measures on paper. */
export function pictureSection(parts: Parts): HTMLElement {
  const { stage, title, days, notes, clinic, marks, colours, found, more, say } = parts;
  const paper = make('section', { class: 'paper', 'aria-hidden': 'true' });
  document.body.append(paper);
  const fileName = `${lettersOf(title) || 'model'}.png`;
  const save = () => {
    takePicture(parts).toBlob((blob) => {
      if (blob === null) return say('The picture could not be made.');
      saveFile(blob, fileName);
      say(`The picture is saved as ${fileName}.`);
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
    const lines = [...found().map(({ line }) => line), ...more()];
    const items = lines.map((line) => make('li', {}, line));
    paper.replaceChildren(
      ...(clinic === undefined ? [] : [make('p', { class: 'clinic' }, clinic)]),
      make('h1', {}, title),
      ...days.map((day) => make('p', {}, day)),
      ...notes.map((note) => make('p', {}, note)),
      make('p', {}, `Printed on ${today()}.`),
      ...(items.length === 0 ? [] : [make('ol', {}, ...items)]),
      ...doubtNote(lines).map((note) => make('p', {}, note)),
      ...colours.onPaper(),
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

/** Swedish days are written as 2026-11-27. */
const today = () => new Date().toLocaleDateString('sv');

/** Above each pane, CSS pixels. */
const NAME_PX = 28;

/** What is seen now, with marks and photo, and what has to be known of it once it lies in a file. */
function takePicture({ stage, marks, drawPhoto, names, ...known }: Parts): HTMLCanvasElement {
  stage.draw();
  const { width, height, clientWidth } = stage.canvas;
  const scale = width / Math.max(1, clientWidth);
  const named = names();
  const top = named.length === 0 ? 0 : NAME_PX * scale;
  const foot = footOf(
    {
      title: [known.clinic, known.title].filter((one) => one !== undefined).join(' · '),
      lines: linesOf({ stage, ...known }),
    },
    known.colours.inPicture(),
    clientWidth,
  );
  const canvas = make('canvas', { width: String(width), height: String(top + height + foot.heightPx * scale) });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(0, top);
  context.drawImage(stage.canvas, 0, 0);
  drawPhoto(context, scale);
  drawMarks(context, stage, marks(), { scale, hidden: FAINT });
  context.scale(scale, scale);
  context.fillStyle = '#1b2226';
  context.font = BOLD;
  named.forEach((name, i) => {
    const pane = clientWidth / named.length;
    context.fillText(name, i * pane + 10, -9, pane - 20);
  });
  context.translate(0, height / scale);
  foot.draw(context);
  return canvas;
}

/** What stands below a picture. */
function linesOf({ stage, days, notes, view, found, labelOf, more }: Omit<Parts, 'marks' | 'drawPhoto' | 'names'>) {
  const figures = stage.figures();
  const measures = found().flatMap(({ figure, number, line }) => {
    if (!figures.includes(figure)) return [];
    return `${number}. ${line}${figures.length > 1 ? ` (${labelOf(figure)})` : ''}`;
  });
  const lines = [...measures, ...more()];
  return [[...days, `Saved on ${today()}`, `View: ${view()}`].join(' · '), ...notes, ...lines, ...doubtNote(lines)];
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
