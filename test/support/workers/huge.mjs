// A program that makes a model of 24 MB at once: more than the buffers between a service and its caller hold.
import { answerWithModel } from './answer-with.mjs';

process.on('message', (order) => answerWithModel(order, { texture: Buffer.alloc(24_000_000) }));
