// A program that warns of a face without an eye distance as the engine does, and of one thing more.
import { answerWithModel } from './answer-with.mjs';

const assumed =
  "No eye distance was given: 6.3 cm, an adult's usual one, is assumed. So the model may be 5 % too large or too small; its shape is not affected.";
const certainty = { expected: {}, warnings: [assumed, 'The chin is dark.'] };

process.on('message', (order) => answerWithModel(order, { certainty }));
