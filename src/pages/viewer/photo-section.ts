import type { ViewerFacts, ViewerPhoto } from '../../contract/viewer.ts';
import { choices, make, section } from './dom.ts';
import type { Figure, Stage } from './stage.ts';

const NAMES: Readonly<Record<string, string>> = {
  ...{ left: 'Left', front: 'Front', right: 'Right', back: 'Back' },
  ...{ left_45: 'Left 45°', right_45: 'Right 45°', below: 'Below' },
};
const HALF = '50';

/**
 * A photo over the model, seen from the photo's own camera; only those with a camera can be. `onShow` has the model of
 * a chosen photo shown alone.
 */
export function photoSection(
  stage: Stage,
  figures: readonly Figure[],
  { models }: ViewerFacts,
  picture: HTMLImageElement,
  onShow: (figure: Figure) => void,
) {
  const photos = models.flatMap(({ label, photos }, i) =>
    photos.flatMap((photo) => {
      const name = `${models.length > 1 ? `${label}, ` : ''}${NAMES[photo.view] ?? photo.view}`;
      return photo.camera === undefined ? [] : [{ value: { photo, figure: figures[i]! }, text: name }];
    }),
  );
  const blend = make('input', { type: 'range', min: '0', max: '100', value: HALF, id: 'blend', disabled: true });
  let seen: ViewerPhoto | undefined;
  const choose = (chosen: { photo: ViewerPhoto; figure: Figure } | undefined) => {
    seen = chosen?.photo;
    blend.disabled = chosen === undefined;
    picture.hidden = chosen === undefined;
    if (chosen === undefined) return stage.lookAsPhoto(undefined);
    picture.src = chosen.photo.picture;
    picture.alt = `Photo: ${NAMES[chosen.photo.view]}`;
    onShow(chosen.figure);
    stage.lookAsPhoto(chosen.photo.camera);
  };
  const all = [{ value: undefined, text: 'None' }, ...photos];
  const chosen = choices('Photo over the model', all, all[0]!.value, choose);
  const leave = () => {
    if (seen === undefined) return;
    chosen.show(undefined);
    choose(undefined);
  };
  const place = () => {
    if (seen !== undefined && !stage.isAsPhoto()) leave();
    if (seen === undefined) return;
    const { x, y, width, height } = stage.paneOf(0);
    Object.assign(picture.style, {
      left: `${x}px`,
      top: `${y}px`,
      width: `${width}px`,
      height: `${height}px`,
      opacity: String(Number(blend.value) / 100),
    });
  };
  blend.addEventListener('input', place);
  return {
    element:
      photos.length === 0
        ? undefined
        : section('Photo', chosen.element, make('label', { for: 'blend' }, 'Model to photo'), blend),
    /** Puts the photo where the model is drawn; it goes when the model is turned. */
    place,
    leave,
  };
}
