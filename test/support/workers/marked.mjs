// A program that makes a tiny model at once. All its parts end with the same mark, which no other model has.
import { randomUUID } from 'node:crypto';
import { answerWithModel } from './answer-with.mjs';

process.on('message', (order) => answerWithModel(order, { mark: `\nmade as ${randomUUID()}` }));
