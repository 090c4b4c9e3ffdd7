// A program that makes a model of 2 MB after a while, for tests of a disk that has no room for it then.
import { answerWithModel } from './answer-with.mjs';

process.on('message', (order) => setTimeout(() => answerWithModel(order, { texture: Buffer.alloc(2_000_000) }), 800));
