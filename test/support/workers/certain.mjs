// A program whose models tell how wrong they may be, and a measure that nobody has given.
import { answerWithModel } from './answer-with.mjs';

const certainty = { expected: { torso_front: 2.1, breast_left: 3 }, warnings: ['A "sentence", of 45° ☃.'] };

process.on('message', (order) =>
  answerWithModel({ ...order, measures: { ...order.measures, hipline: 98 } }, { certainty }),
);
