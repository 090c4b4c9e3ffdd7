import { shellLine } from '../../../core/shell-line.ts';
import type { Services, Terminal } from '../../context.ts';
import { changesAre, countOf, resumeLineOf } from '../resume/open-places.ts';

/** The data stay, but the journal knows a service by its address, and nobody is at this one any more. */
export async function tellLeftOpen(url: string, dataFolder: string, context: Terminal & Services): Promise<void> {
  const places = await (await context.leftOpen()).list();
  for (const place of places.filter(({ service }) => service === url)) {
    const { port } = new URL(url);
    const again = shellLine('recon', 'serve', '--data', dataFolder, '--port', port);
    const resume = shellLine('recon', 'resume', '--profile', place.profile);
    context.streams.note(`${changesAre(countOf(place))} open at ${url}: ${again} -- ${resume}`);
    context.streams.note(`or dropped by: ${resumeLineOf(place, '--forget')}`);
  }
}
