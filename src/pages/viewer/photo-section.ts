import type { ViewerFacts, ViewerPhoto } from '../../contract/viewer.ts';
import { choices, make, section } from './dom.ts';
import type { Figure } from './figure.ts';
import { fittedInto, type Rectangle } from './photo-camera.ts';
import type { Stage } from './stage.ts';
import { STANDARD_VIEWS } from './views.ts';

type How = 'over' | 'beside';

interface Parts {
  stage: Stage;
  figures: readonly Figure[];
  models: ViewerFacts['models'];
  /** What each of two models is called. */
  labels: readonly string[];
  picture: HTMLImageElement;
  /** Has the model of a chosen photo shown alone. */
  onShow(figure: Figure): void;
  say(sentence: string): void;
}

/** A photo over the model, as seen from the photo's own camera, or beside it; without a camera only beside. */
export function photoSection({ stage, figures, models, labels, picture, onShow, say }: Parts) {
  const photos = models.flatMap(({ photos }, i) =>
    photos.map((photo) => {
      const name = `${models.length > 1 ? `${labels[i]}, ` : ''}${nameOf(photo)}`;
      return { value: { photo, figure: figures[i]! }, text: name };
    }),
  );
  const isOver = ({ camera }: ViewerPhoto) => camera !== undefined && how === 'over';
  const hasCameras = photos.some(({ value: { photo } }) => photo.camera !== undefined);
  const blend = make('input', { type: 'range', min: '0', max: '100', value: '50', id: 'blend', disabled: true });
  let seen: { photo: ViewerPhoto; figure: Figure } | undefined;
  let how: How = hasCameras ? 'over' : 'beside';

  const choose = (chosen: typeof seen) => {
    seen = chosen;
    picture.hidden = chosen === undefined;
    blend.disabled = chosen === undefined || !isOver(chosen.photo);
    stage.setFreePanes(chosen === undefined || isOver(chosen.photo) ? 0 : 1);
    if (chosen === undefined) return stage.lookAsPhoto(undefined);
    const { photo, figure } = chosen;
    picture.src = photo.picture;
    picture.alt = `Photo: ${nameOf(photo)}`;
    onShow(figure);
    hows.show(isOver(photo) ? 'over' : 'beside');
    stage.lookAsPhoto(photo.camera);
    if (photo.camera === undefined) lookFromSide(photo);
  };
  /** For want of a camera. */
  const lookFromSide = ({ view }: ViewerPhoto) => {
    const side = STANDARD_VIEWS.find((one) => one.view === view);
    if (side !== undefined) stage.lookFrom(side.from);
  };
  const all = [{ value: undefined, text: 'None' }, ...photos];
  const chosen = choices<typeof seen>('Photo', all, undefined, choose);
  const hows = choices<How>(
    'Where the photo is shown',
    [
      { value: 'over', text: 'Over the model' },
      { value: 'beside', text: 'Beside the model' },
    ],
    how,
    (wanted) => {
      how = wanted;
      if (seen === undefined) return;
      choose(seen);
      if (wanted === 'over' && !isOver(seen.photo))
        say('No camera is known of this photo, so it stays beside the model.');
    },
  );
  const leave = () => {
    if (seen === undefined) return;
    chosen.show(undefined);
    choose(undefined);
  };
  /** Where the photo lies on the canvas, and how much of it is seen. */
  const placed = (): { at: Rectangle; opacity: number } | undefined => {
    if (seen === undefined) return undefined;
    if (isOver(seen.photo)) return { at: stage.paneOf(0), opacity: Number(blend.value) / 100 };
    const { naturalWidth: widthPx, naturalHeight: heightPx } = picture;
    const pane = stage.paneOf(stage.figures().length);
    return { at: widthPx > 0 ? fittedInto(pane, { widthPx, heightPx }) : pane, opacity: 1 };
  };
  const place = () => {
    if (seen !== undefined && isOver(seen.photo) && !stage.isAsPhoto()) leave();
    const found = placed();
    if (found === undefined) return;
    const { x, y, width, height } = found.at;
    Object.assign(picture.style, {
      ...{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` },
      opacity: String(found.opacity),
    });
  };
  blend.addEventListener('input', place);
  picture.addEventListener('load', place);
  return {
    element:
      photos.length === 0
        ? undefined
        : section(
            'Photo',
            chosen.element,
            ...(hasCameras ? [hows.element, make('label', { for: 'blend' }, 'Model to photo'), blend] : []),
          ),
    /** Puts the photo where it belongs; one that lies over the model goes when the model is turned. */
    place,
    leave,
    /** For a picture of all that is seen. */
    drawOn: (context: CanvasRenderingContext2D, scale: number) => {
      const found = placed();
      if (found === undefined || picture.naturalWidth === 0) return;
      const { x, y, width, height } = found.at;
      context.globalAlpha = found.opacity;
      context.drawImage(picture, x * scale, y * scale, width * scale, height * scale);
      context.globalAlpha = 1;
    },
    /** From where the model is seen, while that is where a photo's camera was. */
    view: () => {
      if (seen === undefined || !stage.isAsPhoto()) return undefined;
      const over = isOver(seen.photo) ? `; ${blend.value} % of the photo lies over the model` : '';
      return `that of the photo ${nameOf(seen.photo)}${over}`;
    },
    /** Of a photo that has a pane of its own. */
    nameBeside: () => (seen === undefined || isOver(seen.photo) ? [] : [`Photo: ${nameOf(seen.photo)}`]),
  };
}

const nameOf = ({ view }: ViewerPhoto): string => STANDARD_VIEWS.find((one) => one.view === view)?.name ?? view;
