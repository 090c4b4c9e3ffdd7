// A program that makes a tiny model at once, for tests that are not about the engine.
import { answerWithModel } from './answer-with.mjs';

process.on('message', (order) => answerWithModel(order));
