import type { Context } from '../../context.ts';
import { type PlaceOptions, servicePlaces, tellingFolder } from '../service-places.ts';

export type AuditReader = Awaited<ReturnType<typeof import('../../../service/start.ts').openAuditReader>>;

/** The audit of a service, closed when the work is done. */
export async function withAudit(
  options: PlaceOptions,
  context: Context,
  work: (audit: AuditReader) => Promise<void>,
): Promise<void> {
  const { service, places } = await servicePlaces(options, context);
  const audit = await service.openAuditReader(places);
  try {
    await tellingFolder(options, () => work(audit));
  } finally {
    await audit.close();
  }
}
