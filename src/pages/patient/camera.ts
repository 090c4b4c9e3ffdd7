import { button, el } from './page-root.ts';
import { jpegOf } from './picture.ts';

/** Whether there is one that this page may ask for; without https a browser gives none. */
export const hasCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

export interface CameraWords {
  shoot: string;
  closeCamera: string;
}

/**
 * Shows what the camera sees, with the outline over it, until a photo is taken or it is closed: by the patient, by the
 * signal, or because the page is no longer seen. Then the camera is off. Resolves with the photo, undefined if none was
 * taken; rejects if the camera cannot be had.
 */
export async function takePhoto(
  stage: HTMLElement,
  outline: SVGElement,
  words: CameraWords,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 4096 }, height: { ideal: 4096 } },
  });
  const video = el('video', { playsinline: true, autoplay: true });
  video.muted = true;
  video.srcObject = stream;
  const seen = el('div', { class: 'camera' }, video);
  const over = outline.cloneNode(true) as SVGElement;
  over.classList.add('over');
  seen.append(over);
  const controls = el('div', { class: 'camera-controls' });
  stage.append(seen, controls);
  const closed = new AbortController();
  try {
    return await new Promise<Blob | undefined>((resolve, reject) => {
      const close = () => resolve(undefined);
      const closeUnseen = () => document.visibilityState === 'hidden' && close();
      const onEnd = { signal: closed.signal };
      signal.addEventListener('abort', close, onEnd);
      window.addEventListener('pagehide', close, onEnd);
      document.addEventListener('visibilitychange', closeUnseen, onEnd);
      for (const track of stream.getTracks()) track.addEventListener('ended', close, onEnd);
      // It may have been closed while the browser asked for leave.
      if (signal.aborted) return close();
      closeUnseen();
      video.play().then(() => {
        const shoot = button(words.shoot, () => void shot(video).then(resolve, reject), 'main');
        controls.append(shoot, button(words.closeCamera, close));
        shoot.focus();
      }, reject);
    });
  } finally {
    closed.abort();
    for (const track of stream.getTracks()) track.stop();
    seen.remove();
    controls.remove();
  }
}

async function shot(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('2d')!.drawImage(video, 0, 0);
  return jpegOf(canvas);
}
