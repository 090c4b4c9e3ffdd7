import {
  addressesForOthers,
  localName,
  namesOfThisMachine,
  otherName,
  type RunningService,
  trustOf,
} from '../../../service/start.ts';
import { isLoopback } from '../../../system/base-url.ts';
import type { Context } from '../../context.ts';
import { trustFile } from '../../trust-file.ts';
import type { ServicePlan } from './read-options.ts';

/** What commands of this user trust by the setting `ca-file`; one that cannot be used, they tell themselves. */
const trustOfUser = ({ settings, environment }: Context) =>
  settings()
    .then(({ caFile }) => caFile && trustFile(caFile, environment))
    .catch(() => undefined);

/** Under which addresses a service is reached, and who trusts its certificate there. */
export async function reachOf({ port }: RunningService, plan: ServicePlan, context: Context) {
  const { tls, tlsFiles } = plan;
  const local = localName(plan);
  return {
    ...local,
    others: addressesForOthers(plan, port),
    isProxied: plan.publicUrl !== undefined && isLoopback(plan.host),
    isOtherName: otherName(plan) !== undefined,
    ownNames: namesOfThisMachine(),
    ...(tls &&
      tlsFiles && {
        tls: {
          file: tlsFiles.cert,
          trust: await trustOf({ host: local.usual, port }, tls.cert, await trustOfUser(context)),
        },
      }),
  };
}
