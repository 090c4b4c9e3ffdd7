import { WebGLRenderer } from 'three';
import { PlainError } from './plain-error.ts';

/** @throws PlainError where a browser has no way to draw in 3D */
export function rendererOn(canvas: HTMLCanvasElement): WebGLRenderer {
  try {
    return new WebGLRenderer({ canvas });
  } catch (cause) {
    throw new PlainError('This browser cannot draw in 3D: WebGL is missing or switched off.', { cause });
  }
}
