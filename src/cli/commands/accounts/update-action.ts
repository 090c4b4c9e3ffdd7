import { ReconError } from '../../../errors.ts';
import { byteSizeText } from '../../../system/byte-size.ts';
import type { Context } from '../../context.ts';
import type { PlaceOptions } from '../service-places.ts';
import { type QuotaOptions, quotaOf } from './quota-flags.ts';
import { accountNamed, withAccounts } from './with-accounts.ts';

export async function updateAccount(
  name: string,
  options: PlaceOptions & QuotaOptions,
  context: Context,
): Promise<void> {
  const { globals, streams } = context;
  const quota = quotaOf(options);
  if (Object.keys(quota).length === 0) {
    throw new ReconError('usage', 'there is nothing to change', {
      hint: 'the same command with --quota or --max-patients',
    });
  }
  await withAccounts(options, context, async (accounts) => {
    if (globals().dryRun) {
      await accounts.dryRun.setQuota(name, quota);
      return streams.say(`Would change the limits of account ${name}`);
    }
    await accounts.setQuota(name, quota);
    streams.say(`The limits of account ${name} are changed.`);
    const { patients, bytes } = accountNamed(await accounts.list(), name).stored;
    if (quota.bytes != null && bytes > quota.bytes) {
      streams.note(
        `Account ${name} stores ${byteSizeText(bytes)}, which stays; new photos are taken once it stores less than ${byteSizeText(quota.bytes)}.`,
      );
    }
    if (quota.patients == null || patients <= quota.patients) return;
    const then =
      quota.patients === 0 ? 'no new one is taken' : `a new one is taken once it has fewer than ${quota.patients}`;
    streams.note(
      `Account ${name} has ${patients} ${patients === 1 ? 'patient, who stays' : 'patients, who stay'}; ${then}.`,
    );
  });
}
