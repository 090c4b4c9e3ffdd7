import type { Implant } from '../../contract/simulation.ts';
import type { ImplantSize } from './measure/augment.ts';

/** Projection for each centimetre of width, of an implant of which nothing but the volume is known. */
const USUAL_SLOPE = 0.34;

/** The size of an implant of any service: what it does not tell is taken from the diameter, and at last from the volume. */
export function sizeOf({ volume, diameter, width, height }: Implant): ImplantSize {
  const usualCm = Math.cbrt(numberOf(volume)! / ((Math.PI / 6) * USUAL_SLOPE));
  const acrossCm = numberOf(diameter) ?? numberOf(width) ?? numberOf(height) ?? usualCm;
  return {
    volumeM3: numberOf(volume)! / 1e6,
    widthM: (numberOf(width) ?? acrossCm) / 100,
    heightM: (numberOf(height) ?? acrossCm) / 100,
  };
}

/** `The implant is 13.5 cm wide; …` where it is wider than the base of the breast, and tells how wide it is. */
export function tooWide({ width, diameter }: Implant, baseM: number): string {
  const implantCm = numberOf(width) ?? numberOf(diameter);
  const [implant, base] = [implantCm?.toFixed(1), (baseM * 100).toFixed(1)];
  if (implant === undefined || Number(implant) <= Number(base)) return '';
  return `The implant is ${implant} cm wide; the breast’s base is ${base} cm.`;
}

/** A number above nothing; also with a decimal comma. */
function numberOf(text: string): number | undefined {
  const value = Number(text.replace(',', '.'));
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

/** `300 cm³, EX-RMP-300: Round, moderate, 11.4 × 3.9 cm`; what is not told is left out. A closed list shows how it begins. */
export function nameOf({ volume, reference, implant_category: category, ...sizes }: Implant): string {
  const { shape, profile } = category;
  const { width, height, diameter, projection } = sizes;
  const round = width || height || diameter;
  const across = width !== '' && height !== '' && width !== height ? [width, height] : [round];
  const size = [...across, projection].filter((one) => one !== '').join(' × ');
  const words = [shape, profile.toLowerCase(), size && `${size} cm`].filter((word) => word !== '').join(', ');
  const called = [`${volume} cm³`, reference].filter((word) => word !== '').join(', ');
  return words === '' ? called : `${called}: ${words}`;
}
