import type { Context } from '../../context.ts';
import { changesAre, countOf, resumeAt } from '../resume/open-places.ts';

/** The data stay, but the journal knows a service by its address, and nobody is at this one any more. */
export async function tellLeftOpen(url: string, dataFolder: string, context: Context): Promise<void> {
  const places = await (await context.leftOpen()).list();
  for (const place of places.filter(({ service }) => service === url)) {
    const { port } = new URL(url);
    const resume = ['recon', 'resume', '--profile', place.profile];
    context.streams.note({
      before: `${changesAre(countOf(place))} open at ${url}`,
      command: ['serve', '--data', dataFolder, '--port', port, '--', ...resume],
    });
    context.streams.note({ before: 'or dropped by', command: resumeAt(place, '--forget') });
  }
}
