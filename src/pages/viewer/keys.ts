import type { Stage } from './stage.ts';
import { STANDARD_VIEWS } from './views.ts';

export const KEYS =
  'On the model: arrow keys turn it, with Shift they move it, + and − zoom, 1 to 7 are the views, Enter puts a point at the cross, Escape stops measuring.';

const CLOSER = 0.9;

/** What the keys do while the picture has the focus. */
export function bindKeys(stage: Stage, { onPoint, onEscape }: { onPoint(): void; onEscape(): void }): void {
  const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
  };
  stage.canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const view = STANDARD_VIEWS[Number(event.key) - 1];
    if (arrow !== undefined) {
      if (event.shiftKey) stage.pan(...arrow);
      else stage.turn(...arrow);
    } else if (event.key === '+' || event.key === '=') stage.zoom(CLOSER);
    else if (event.key === '-') stage.zoom(1 / CLOSER);
    else if (event.key === 'Enter') onPoint();
    else if (event.key === 'Escape') onEscape();
    else if (view !== undefined) stage.lookFrom(view.from);
    else return;
    event.preventDefault();
  });
}
