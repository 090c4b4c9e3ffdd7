import type { Line, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { type Listing, printList } from '../print-list.ts';

/** The variable does not go before it: the certificates of both are trusted. */
const CA_FILE = 'ca-file';

/** A program gets no value of what is not set; a person is told what holds then. */
export async function listConfig(context: Context): Promise<void> {
  const { file, list } = await context.configuration();
  const settings = await list();
  const records = settings.map(({ key, setting, problem }) => ({
    key,
    value: setting?.text ?? null,
    from: setting?.name ?? 'not set',
    ...(problem !== undefined && { problem: problem.message }),
  }));
  const unset = new Map(settings.map(({ key, whereUnset }) => [String(key), whereUnset]));
  const extra = context.environment['NODE_EXTRA_CA_CERTS'];
  const shown: Listing['shown'] = {
    value: ({ key, value, problem }) => {
      if (typeof problem === 'string') return `${value} (wrong)`;
      return extra && key === CA_FILE && value === null
        ? `beside those of this machine, those in ${extra}`
        : unset.get(`${key}`);
    },
    from: ({ key, value, from }) =>
      extra && key === CA_FILE ? `${value === null ? '' : `${from}, and `}NODE_EXTRA_CA_CERTS` : undefined,
  };
  const columns = ['key', 'value', 'from'];
  const further = settings.some(({ problem }) => problem !== undefined) ? ['problem'] : [];
  await printList({ name: 'settings', columns, further, records, shown }, context);
  context.streams.detail(`Settings are kept in ${file}`);
  // All of them were shown, so that the other ones can be read.
  const [first, ...more] = settings.flatMap((one) => one.problem ?? []);
  if (first === undefined) return;
  throw first.with({ details: [...first.details, ...more.map((one) => lineOf(one, first))] });
}

/** What is wrong with one more, and what to do, where that is another thing. */
function lineOf({ message, hint }: ReconError, { hint: told }: ReconError): Line {
  if (hint === undefined || hint === told) return message;
  return typeof hint === 'string' ? `${message}: ${hint}` : { before: message, ...hint };
}
