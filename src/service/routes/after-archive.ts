import type { FastifyInstance } from 'fastify';
import { afterArchiveEntries } from '../archive/model-archive.ts';
import type { AppDeps } from '../deps.ts';
import { archiveAnswers, downloadQuery, sendArchive } from './download.ts';
import { accountOf } from './guard/access.ts';
import { documented } from './openapi/document.ts';
import { numberIn, parseQuery, patientIdOf } from './parameters.ts';

const schema = documented({
  summary: 'Download an after-record as a zip archive; those of a type are numbered from 1',
  isOwn: true,
  query: downloadQuery,
  answers: archiveAnswers,
  produces: 'application/zip',
});

export function addAfterArchive(app: FastifyInstance, deps: AppDeps): void {
  app.get('/recon/patients/:id/afters/:number/download', { schema }, async (request, reply) => {
    const id = patientIdOf(request);
    const { type } = parseQuery(request, downloadQuery);
    // 0 is no number of any.
    const number = numberIn(request, 'number') ?? 0;
    const look = () => afterArchiveEntries(deps.store, accountOf(request), id, { type, number });
    return sendArchive(request, reply, look, `patient-${id}-${type}-after-${number}.zip`);
  });
}
