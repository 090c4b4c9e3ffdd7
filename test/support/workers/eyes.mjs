// A program that warns of a face without an eye distance as the engine does, and of one thing more.
import { answerWithModel } from './answer-with.mjs';

const assumed =
  "No eye distance was given: 6.3 cm, an adult's usual one, is assumed. If that is right, the shape is as exact as is told; the size itself may be off by 5 %.";
const certainty = { expected: {}, warnings: [assumed, 'The chin is dark.'] };

process.on('message', (order) => answerWithModel(order, { certainty }));
