import type { MeasureName, ReconstructionType, View } from '../../contract/reconstruction.ts';

/** The advice to a patient about one photo or measure. */
export interface Guide {
  title: string;
  /** One or two short sentences. */
  how: string;
}

interface TypeGuide {
  /** The subject in "photos of your face". */
  subject: string;
  /** Advice on posture and clothes, for all photos of the type. */
  tips: readonly string[];
  views: Readonly<Partial<Record<View, Guide>>>;
}

const LIGHT = 'Stand in front of a plain wall, in even light, without a flash.';
const DISTANCE = 'Ask someone to take the photos, from about two steps away and with the phone upright.';
const STILL = 'Keep the same place and the same light for all photos.';

const GUIDES: Readonly<Record<ReconstructionType, TypeGuide>> = {
  face: {
    subject: 'your face',
    tips: [
      LIGHT,
      'Take off glasses and jewellery, and put your hair back so that your ears can be seen.',
      'Keep your face relaxed and your mouth closed.',
      'Ask someone to take the photos, with the phone upright and level with your eyes.',
      STILL,
    ],
    views: {
      front: { title: 'Front', how: 'Look straight into the camera. The whole head is in the picture.' },
      left: { title: 'Left side', how: 'Turn until the camera sees only the left side of your face.' },
      right: { title: 'Right side', how: 'Turn until the camera sees only the right side of your face.' },
      left_45: { title: 'Half left', how: 'Turn halfway: the camera sees your left cheek and your nose.' },
      right_45: { title: 'Half right', how: 'Turn halfway: the camera sees your right cheek and your nose.' },
      below: { title: 'From below', how: 'Tilt your head back. The camera sees your chin and nostrils from below.' },
      back: { title: 'Back', how: 'Turn your back to the camera. The whole head is in the picture.' },
    },
  },
  mammo: {
    subject: 'your upper body',
    tips: [
      LIGHT,
      'Uncover your upper body, from the neck to the waist, and take off jewellery.',
      'Stand straight, with your arms a little away from your body.',
      DISTANCE,
      STILL,
    ],
    views: {
      front: { title: 'Front', how: 'Face the camera. The picture shows you from the chin to the hips.' },
      left: { title: 'Left side', how: 'Turn until the camera sees your left side. Arm slightly back.' },
      right: { title: 'Right side', how: 'Turn until the camera sees your right side. Arm slightly back.' },
      back: { title: 'Back', how: 'Turn your back to the camera. Same distance as from the front.' },
    },
  },
  body: {
    subject: 'your whole body',
    tips: [
      LIGHT,
      'Wear close-fitting underwear, and put long hair up.',
      'Stand straight, feet apart, with your arms a little away from your body.',
      'Ask someone to take the photos, with the phone upright and far enough away to see you from head to toe.',
      STILL,
    ],
    views: {
      front: { title: 'Front', how: 'Face the camera. Head and feet are in the picture.' },
      left: { title: 'Left side', how: 'Turn until the camera sees your left side.' },
      right: { title: 'Right side', how: 'Turn until the camera sees your right side.' },
      back: { title: 'Back', how: 'Turn your back to the camera.' },
    },
  },
};

export const MEASURE_GUIDES: Readonly<Record<MeasureName, Guide & { example: string }>> = {
  nipple_to_nipple: {
    title: 'Distance between the nipples',
    how: 'Measure in a straight line with a tape, standing upright.',
    example: '21.5',
  },
  eye_distance: {
    title: 'Distance between the pupils',
    how: 'Often written in the prescription of glasses, as PD: 63 mm there is 6.3 cm here.',
    example: '6.3',
  },
  hipline: {
    title: 'Hips',
    how: 'Lay a tape around the widest part of your hips, level all around.',
    example: '96',
  },
};

export const guideOf = (type: ReconstructionType): TypeGuide => GUIDES[type];

/** The guide of one photo; every view that a type can ask for has one. */
export function viewGuide(type: ReconstructionType, view: View): Guide {
  return GUIDES[type].views[view] ?? { title: view, how: '' };
}
