import type { FastifyInstance } from 'fastify';
import type { RoomAnswer } from '../../contract/own-routes.ts';
import type { AppDeps } from '../deps.ts';
import { roomOf } from '../domain/quotas.ts';
import { accountOf } from './guard/access.ts';
import { documented } from './openapi/document.ts';
import { roomAnswerSchema } from './openapi/schemas.ts';

const schema = documented({
  summary: 'Tell how many patients, and how much of photos and models, the account may have, and has',
  isOwn: true,
  answers: { 200: roomAnswerSchema },
});

export function addRoom(app: FastifyInstance, { store: { db } }: AppDeps): void {
  app.get('/recon/room', { schema }, (request): Promise<RoomAnswer> => roomOf(db, accountOf(request)));
}
