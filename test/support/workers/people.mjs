// A program whose models may be of two people.
import { answerWithModel } from './answer-with.mjs';

const warnings = [
  'Perhaps two people: the left photo shows another hair colour than the front photo. Check that all show the same person.',
];

process.on('message', (order) => answerWithModel(order, { certainty: { expected: {}, warnings } }));
