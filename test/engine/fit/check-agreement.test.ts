import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/contract/reconstruction.ts';
import { checkAgreement, checkProfiles } from '../../../src/engine/fit/check-agreement.ts';
import type { FitState } from '../../../src/engine/fit/fit-state.ts';
import { PhotoRefusal } from '../../../src/engine/refusal.ts';
import type { SeenPhoto } from '../../../src/engine/silhouette/check.ts';
import { NOMINAL_ANGLES } from '../../../src/engine/views.ts';
import { type Person, sidePhoto } from '../silhouette/side-photo.ts';

const VIEWS = [{ view: 'left' }, { view: 'front' }, { view: 'right' }] satisfies { view: View }[];

type Rgb = readonly [number, number, number];

/** A fit whose left and right photos are as far from the person, and turned, as said. */
function fitWith({ left = 0.0022, right = 0.0022, matched = 0.99, turnedDeg = 0 }) {
  const poses = VIEWS.map(({ view }, i) => ({
    ...{ pitch: 0, roll: 0, logZoom: 0, offsetX: 0, offsetY: 0 },
    yaw: ((NOMINAL_ANGLES[view].yaw + (i === 0 ? turnedDeg : 0)) * Math.PI) / 180,
  }));
  const state: FitState = {
    coefficients: new Float64Array(0),
    angles: new Float64Array(0),
    shared: { logFocal: 0, logScale: 0 },
    logSize: 0,
    poses,
  };
  return { residual: [left, 0.002, right], matched: [matched, 0.99, 0.99], state };
}

function refusalOf(act: () => void): PhotoRefusal | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof PhotoRefusal) return error;
    throw error;
  }
  return undefined;
}

test('a person whom the model does not know is as far off on both sides, and is accepted', () => {
  for (const type of ['mammo', 'body', 'face'] as const) {
    expect(refusalOf(() => checkAgreement(type, VIEWS, fitWith({ left: 0.0063, right: 0.0075 })))).toBeUndefined();
  }
});

test('one side that fits far less than the other is named first', () => {
  const other = refusalOf(() => checkAgreement('mammo', VIEWS, fitWith({ left: 0.008 })));
  expect(other).toMatchObject({ reason: 'views_inconsistent', views: ['left', 'right'] });
  const mirrored = refusalOf(() => checkAgreement('mammo', VIEWS, fitWith({ right: 0.008 })));
  expect(mirrored).toMatchObject({ reason: 'views_inconsistent', views: ['right', 'left'] });
});

test('an outline that meets none counts as much as one that is far off', () => {
  const lost = refusalOf(() => checkAgreement('mammo', VIEWS, fitWith({ matched: 0.6 })));
  expect(lost).toMatchObject({ reason: 'views_inconsistent', views: ['left', 'right'] });
});

test('a body that was turned in a side photo is told by how much; a head may be turned', () => {
  const turned = refusalOf(() => checkAgreement('body', VIEWS, fitWith({ turnedDeg: 17 })));
  expect(turned).toMatchObject({ reason: 'wrong_view', views: ['left'] });
  expect(turned!.message).toContain('17°');
  expect(refusalOf(() => checkAgreement('body', VIEWS, fitWith({ turnedDeg: -4 })))).toBeUndefined();
  expect(refusalOf(() => checkAgreement('face', VIEWS, fitWith({ turnedDeg: 17 })))).toBeUndefined();
});

test('a single side photo has nothing to be compared with', () => {
  const { residual, matched, state } = fitWith({ left: 0.02 });
  const one = {
    residual: residual.slice(0, 2),
    matched: matched.slice(0, 2),
    state: { ...state, poses: state.poses.slice(0, 2) },
  };
  expect(refusalOf(() => checkAgreement('mammo', VIEWS.slice(0, 2), one))).toBeUndefined();
});

describe('side photos with different profiles', () => {
  const somebody = { nose: 40, chin: 18 };
  const other = { nose: 12, chin: 40 };
  /** Skin of one colour before a grey wall, the crown of another. */
  function photo(view: View, person: Person, skin: Rgb, hair: Rgb = skin): SeenPhoto {
    const { contour, found } = sidePhoto(person, view !== 'right');
    const { widthPx, heightPx, inside } = found.mask;
    const top = Math.floor(inside.indexOf(1) / widthPx);
    const colourAt = (pixel: number) => (Math.floor(pixel / widthPx) < top + 0.12 * heightPx ? hair : skin);
    const rgb = Uint8Array.from({ length: inside.length * 3 }, (_, i) =>
      inside[Math.floor(i / 3)] === 1 ? colourAt(Math.floor(i / 3))[i % 3]! : 150,
    );
    return { view, contour, found, image: { widthPx, heightPx, rgb } } as unknown as SeenPhoto;
  }
  const told = (photos: SeenPhoto[]) => refusalOf(() => checkProfiles('face', photos));
  const pink: Rgb = [205, 150, 130];
  const [brown, black]: Rgb[] = [
    [95, 65, 45],
    [38, 36, 38],
  ];
  const front = photo('front', somebody, pink);

  test('are of two people: the one is named whose skin is further from the front photo’s', () => {
    const strange: Rgb = [205, 158, 122];
    expect(told([photo('left', other, strange), front, photo('right', somebody, pink)])).toMatchObject({
      reason: 'views_inconsistent',
      views: ['left', 'right'],
    });
    expect(told([photo('left', somebody, pink), front, photo('right', other, strange)])).toMatchObject({
      views: ['right', 'left'],
    });
  });

  test('and of one skin: the one is named whose hair is further from the front photo’s', () => {
    const dark = photo('front', somebody, pink, black);
    const sides = [photo('left', somebody, pink, black), photo('right', other, pink, brown)];
    expect(told([dark, ...sides])).toMatchObject({ views: ['right', 'left'] });
  });

  test('and of one skin and one hair: that it cannot be told which is wrong is said, and none is named', () => {
    expect(told([photo('left', other, pink), front, photo('right', somebody, pink)])).toMatchObject({
      reason: 'views_inconsistent',
      views: [],
      message: 'the left photo and the right photo do not fit together, and which of them is wrong cannot be told',
    });
  });

  test('are not those of one person', () => {
    expect(told([photo('left', somebody, pink), front, photo('right', somebody, pink)])).toBeUndefined();
  });
});
