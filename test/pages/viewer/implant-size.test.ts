import { expect, test } from 'vitest';
import { IMPLANT_CATEGORIES, IMPLANT_PROFILES, inventedImplant } from '../../../src/contract/implants.ts';
import type { Implant } from '../../../src/contract/simulation.ts';
import { savedSimulations } from '../../../src/core/viewer/saved-simulations.ts';
import { nameOf, sizeOf, tooWide } from '../../../src/pages/viewer/implant-size.ts';

const [category, profile] = [IMPLANT_CATEGORIES[0], IMPLANT_PROFILES[1]];
const whole = inventedImplant(300, { category, profile, brand: 'Example', white: false });

/** As it comes to the page from a record of another service. */
function saved(implant: Partial<Record<keyof Implant, unknown>>): Implant {
  const simulation = { id: 1, name: 'Plan', left_implant: implant };
  const reconstructions = [{ type: 'MammoReconstruction', simulations: [simulation] }];
  return savedSimulations({ text: '', body: { patient: { reconstructions } } } as never)[0]!.left_implant;
}

test.each<[string, Partial<Record<keyof Implant, unknown>>, number, number]>([
  ['all of them', { ...whole, width: '11', height: '10' }, 0.11, 0.1],
  ['the diameter alone', { ...whole, width: '', height: '', diameter: '11.5' }, 0.115, 0.115],
  ['nulls but for the diameter', { ...whole, width: null, height: null, diameter: 11.5 }, 0.115, 0.115],
  ['the width alone', { ...whole, diameter: '', height: '', width: '12' }, 0.12, 0.12],
  ['a decimal comma', { ...whole, width: '', height: '', diameter: '11,5' }, 0.115, 0.115],
  ['words', { ...whole, width: 'wide', height: '0', diameter: '12' }, 0.12, 0.12],
])('of a saved implant with %s both sizes are known', (_what, sent, widthM, heightM) => {
  const size = sizeOf(saved(sent));
  expect(size.widthM).toBeCloseTo(widthM, 6);
  expect(size.heightM).toBeCloseTo(heightM, 6);
  expect(size.volumeM3).toBeCloseTo(300e-6, 9);
});

test('an implant of which only the volume is known is as wide as a usual one', () => {
  const { widthM, heightM } = sizeOf(saved({ volume: '300' }));
  expect(widthM).toBe(heightM);
  expect(widthM * 100).toBeCloseTo(Number(whole.width), 1);
});

test.each<[Partial<Record<keyof Implant, unknown>>, string]>([
  [whole, '300 cm³, EX-RMP-300: Round, moderate, 11.9 × 4.0 cm'],
  [{ ...whole, height: '10.5' }, '300 cm³, EX-RMP-300: Round, moderate, 11.9 × 10.5 × 4.0 cm'],
  [{ ...whole, width: '', height: '' }, '300 cm³, EX-RMP-300: Round, moderate, 11.9 × 4.0 cm'],
  [{ volume: '300' }, '300 cm³'],
])('the name of an implant has no gaps (%#)', (sent, name) => {
  expect(nameOf(saved(sent))).toBe(name);
});

test.each<[string, Partial<Record<keyof Implant, unknown>>, number, string]>([
  ['wider', { width: '13.5' }, 0.118, 'The implant is 13.5 cm wide; the breast’s base is 11.8 cm.'],
  [
    'wider by its diameter, with a comma',
    { diameter: '12,04' },
    0.119,
    'The implant is 12.0 cm wide; the breast’s base is 11.9 cm.',
  ],
  ['narrower than its height', { width: '11', height: '13', diameter: '13' }, 0.118, ''],
  ['as wide, as far as it is told', { width: '11.84' }, 0.118, ''],
  ['of a width that nobody tells', { height: '14' }, 0.05, ''],
])('of an implant that is %s than the base this is said', (_what, sent, baseM, said) => {
  expect(tooWide(saved({ volume: '600', ...sent }), baseM)).toBe(said);
});
