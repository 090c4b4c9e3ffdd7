import { type SentPageWords, type SentState, TURNTABLE_FRAMES } from '../../contract/patient-page.ts';
import { generationStateOf } from '../../contract/reconstruction.ts';
import { isSentState } from './answer-shapes.ts';
import { el, pause, setState } from './page-root.ts';

const LEAST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** Shows how far the model is, then the model, which can be turned. */
export async function startSent(words: SentPageWords): Promise<void> {
  const told = document.getElementById('sent-state')!;
  for (let waitMs = LEAST_WAIT_MS; ; waitMs = Math.min(1.5 * waitMs, LONGEST_WAIT_MS)) {
    await untilSeen();
    const state = await askState();
    // The page itself says then that the link does not work any more.
    if (state === 'gone') return location.reload();
    // A network that is away: what stands there stays true.
    if (state !== undefined) {
      const progress = generationStateOf(state.status);
      if (told.textContent !== words[progress]) told.textContent = words[progress];
      if (progress === 'failed') return setState('failed', 'sent');
      if (progress === 'ready' && (state.frames === null || (await showTurntable(told, state.frames, words)))) {
        return setState('done', 'sent');
      }
    }
    setState('loading', 'sent');
    await pause(waitMs);
  }
}

/** A page that lies behind others asks nothing. */
async function untilSeen(): Promise<void> {
  while (document.visibilityState === 'hidden') {
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
  }
}

async function askState(): Promise<SentState | 'gone' | undefined> {
  try {
    const answer = await fetch(location.href, { headers: { accept: 'application/json' } });
    if (answer.status === 404) return 'gone';
    const state: unknown = answer.ok ? await answer.json() : undefined;
    return isSentState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** False where the picture did not come. */
async function showTurntable(after: HTMLElement, path: string, { turn }: SentPageWords): Promise<boolean> {
  const strip = new Image();
  strip.src = path;
  const isThere = await strip.decode().then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  const { count, columns } = TURNTABLE_FRAMES;
  const [width, height] = [strip.naturalWidth / columns, strip.naturalHeight / Math.ceil(count / columns)];
  const canvas = el('canvas', { role: 'img', 'aria-label': turn });
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d')!;
  const slider = el('input', { type: 'range', min: '0', max: String(count - 1), value: '0', 'aria-label': turn });
  const draw = () => {
    const frame = Number(slider.value);
    context.drawImage(
      strip,
      ...([(frame % columns) * width, Math.floor(frame / columns) * height, width, height] as const),
      ...([0, 0, width, height] as const),
    );
  };
  slider.addEventListener('input', draw);
  turnByHand(canvas, (by) => {
    slider.value = String((Number(slider.value) + by + count) % count);
    draw();
  });
  draw();
  document.getElementById('turntable')?.remove();
  after.after(el('div', { class: 'turntable', id: 'turntable' }, canvas, slider));
  return true;
}

/** A finger's way across the picture turns it once round. */
function turnByHand(canvas: HTMLCanvasElement, onTurn: (by: number) => void): void {
  let from: number | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    from = event.clientX;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', ({ clientX }) => {
    if (from === undefined) return;
    const by = Math.trunc((clientX - from) / (canvas.clientWidth / TURNTABLE_FRAMES.count));
    if (by === 0) return;
    from = clientX;
    onTurn(by);
  });
  for (const event of ['pointerup', 'pointercancel'] as const) {
    canvas.addEventListener(event, () => {
      from = undefined;
    });
  }
}
