import type { FastifyInstance } from 'fastify';
import type { SurgeonsAnswer } from '../../contract/own-routes.ts';
import type { AppDeps } from '../deps.ts';
import { subAccounts } from '../domain/accounts.ts';
import { accountOf } from './guard/access.ts';
import { documented } from './openapi/document.ts';
import { surgeonsAnswerSchema } from './openapi/schemas.ts';

const schema = documented({
  summary: 'List the surgeon accounts that patients can be transferred to',
  isOwn: true,
  answers: { 200: surgeonsAnswerSchema },
});

/** A patient that is given to a disabled account is one that nobody sees, so those are left out. */
export function addSurgeons(app: FastifyInstance, { store: { db } }: AppDeps): void {
  app.get('/recon/surgeons', { schema }, async (request): Promise<SurgeonsAnswer> => {
    const account = accountOf(request);
    const subs = subAccounts(db, account).where('disabled_at', 'is', null);
    return { surgeons: await subs.orderBy('id').execute(), is_sub: account.parentId !== null };
  });
}
