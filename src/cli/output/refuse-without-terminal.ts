import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';

/** Ends a command before it does anything where `flag` asks for what is only drawn on a terminal. @throws ReconError `usage` */
export async function refuseWithoutTerminal(
  flag: string,
  { streams, globals, outputFormat }: Pick<Context, 'streams' | 'globals' | 'outputFormat'>,
): Promise<void> {
  const isDrawn = (await outputFormat()) === 'table' && globals().fields === undefined;
  if (isDrawn && streams.stdoutIsTty()) return;
  throw new ReconError(
    'usage',
    `${flag} draws on a terminal: it cannot go with another format, a file, a pipe or --fields`,
  );
}
