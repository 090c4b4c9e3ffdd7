import type { FormPageData } from '../../contract/patient-page.ts';
import type { View } from '../../contract/reconstruction.ts';
import { hasCamera, takePhoto } from './camera.ts';
import { button, el, filled } from './page-root.ts';
import type { PhotoSet } from './photo-set.ts';
import type { SetLook } from './set-look.ts';
import type { PageParts, Shown } from './step.ts';
import { isUnusable, photoTold, tell, warningsIn } from './told.ts';

interface PhotoStep {
  view: View;
  photos: PhotoSet;
  together: SetLook;
  nav: Node;
}

export function showPhoto(data: FormPageData, page: PageParts, { view, photos, together, nav }: PhotoStep): Shown {
  const { words, views } = data;
  const { title, how } = views.find((one) => one.view === view)!;
  const picture = el('img', { alt: words.yourPhoto });
  const stage = el('div', { class: 'stage' }, page.drawing(view), picture);
  const told = el('div', { class: 'told', role: 'status' });
  const input = el('input', { type: 'file', id: 'photo', accept: 'image/jpeg,image/png', 'aria-describedby': 'how' });
  const label = el('label', { for: 'photo', class: 'button' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file !== undefined) void photos.choose(view, file);
    // The same file chosen again is a change too.
    input.value = '';
  });
  const choices = el('div', { class: 'choices' }, input, label);
  const left = new AbortController();

  async function useCamera(): Promise<void> {
    choices.hidden = true;
    stage.classList.add('live');
    try {
      const photo = await takePhoto(stage, page.drawing(view), words, left.signal);
      if (photo !== undefined) await photos.choose(view, photo);
    } catch {
      told.replaceChildren(el('p', { class: 'problem' }, words.noCamera));
    } finally {
      stage.classList.remove('live');
      choices.hidden = false;
    }
  }

  if (hasCamera()) {
    const open = button(words.openCamera, () => void useCamera());
    choices.append(el('div', { class: 'by-camera' }, open, el('p', { class: 'soft' }, words.cameraWhy)));
  }

  const number = views.findIndex((one) => one.view === view) + 1;
  return {
    parts: [
      el('p', { class: 'soft step' }, filled(words.photoOf, { number, count: views.length })),
      el('h1', {}, title),
      el('p', { id: 'how' }, how),
      stage,
      told,
      choices,
      nav,
    ],
    leave: () => left.abort(),
    update() {
      const slot = photos.slot(view);
      const has = slot.waiting !== undefined || slot.arrived !== undefined;
      if (slot.preview !== undefined && picture.src !== slot.preview.url) picture.src = slot.preview.url;
      stage.classList.toggle('has-photo', slot.preview !== undefined);
      // A warning speaks of the drawing, so both are seen then.
      stage.classList.toggle('warned', warningsIn(together, slot).length > 0);
      stage.classList.toggle('unusable', isUnusable(together, slot));
      label.classList.toggle('again', has);
      label.textContent = has ? words.anotherPhoto : words.choosePhoto;
      tell(told, photoTold(data, photos, together, slot));
    },
  };
}
