import type { PatientAnswer, ResultAnswer } from '../contract/answers.ts';
import { type OWN_ROUTES, ownPaths, type SurgeonsAnswer } from '../contract/own-routes.ts';
import { PROCESSING_STATUS, type ReconstructionType } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { idText, type Reply, replyOf } from './answer.ts';
import { acceptedOf, chosenOf } from './chosen-reconstructions.ts';
import { pathId } from './ids.ts';
import { listPage } from './patient-list.ts';
import { aboutPatient, patientReplyOf, type SendOptions, sendChange, successOf } from './patients.ts';

// What a service may offer beside the interface. Every answer of one that does names it; nothing is asked to find out.

export type OwnRoute = (typeof OWN_ROUTES)[number];

const DOES: Record<OwnRoute, string> = {
  accept: 'accept a reconstruction or take that back',
  'give-back': 'give a patient back to the main account',
  size: 'set the height and the weight of a patient',
  surgeons: 'tell accounts by their names',
};

/** @throws ReconError `not_offered` if the service that gave this answer does not name the route in it */
export function requireRoute({ routes }: Pick<Reply<unknown>, 'routes'>, route: OwnRoute): void {
  if (routes?.has(route)) return;
  throw new ReconError('not_offered', `this service has no way to ${DOES[route]}; nothing was sent`, {
    details: ['the interface has none, so each service does it in its own way or not at all'],
    hint: 'asking the operator of the service',
  });
}

/** The same where no answer is at hand: the shortest list brings one. */
export async function askForRoute(transport: Transport, route: OwnRoute): Promise<void> {
  requireRoute(await listPage(transport, { perPage: 1 }), route);
}

export interface Acceptance {
  type: ReconstructionType;
  isAccepted: boolean;
}

/**
 * Looks at a patient before a reconstruction is accepted, or that taken back.
 * @throws ReconError `not_offered`; `not_found` where there is none of the type; `in_progress` where it is being made
 */
export function checkAcceptance(before: Reply<PatientAnswer>, id: string, { type, isAccepted }: Acceptance): void {
  requireRoute(before, 'accept');
  const [current] = chosenOf(before, type);
  if (current === undefined) {
    throw new ReconError('not_found', `patient ${id} has no ${type} reconstruction`, {
      hint: { command: ['patients', 'get', id] },
    });
  }
  if (!isAccepted || current?.status !== PROCESSING_STATUS) return;
  throw new ReconError('in_progress', `the ${type} reconstruction of patient ${id} is being made; nothing was sent`, {
    details: ['it can be accepted once it is ready'],
    hint: { command: ['wait', id] },
  });
}

export async function setAccepted(
  transport: Transport,
  id: string,
  { type, isAccepted }: Acceptance,
  options: SendOptions = {},
): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const method = isAccepted ? 'PUT' : 'DELETE';
  const change = { method, path: ownPaths.accepted(wanted, type), look: ['get', wanted] } as const;
  return await sendChange(transport, wanted, change, options, (answer) => {
    const reply = aboutPatient(wanted, patientReplyOf(answer));
    if (acceptedOf(reply, type) === isAccepted) return reply;
    throw new ReconError('protocol', `the answer does not show the ${type} reconstruction as it was to be`);
  });
}

/** Gives a patient back from a sub account to its main account. */
export async function giveBackPatient(
  transport: Transport,
  id: string,
  options: SendOptions = {},
): Promise<Reply<ResultAnswer>> {
  const wanted = pathId(id);
  const change = { method: 'POST', path: ownPaths.giveBack(wanted), look: ['list', '--id', wanted] } as const;
  return await sendChange(transport, wanted, change, options, (answer) =>
    successOf(answer, `give back patient ${wanted}`),
  );
}

export interface ListedSurgeon {
  id: string;
  name: string;
}

/** The accounts that this one can transfer patients to. @throws ReconError `not_offered` */
export async function listSurgeons(transport: Transport): Promise<ListedSurgeon[]> {
  await askForRoute(transport, 'surgeons');
  const { body } = replyOf<SurgeonsAnswer>(
    await transport.send({ method: 'GET', path: ownPaths.surgeons(), kind: 'read' }),
  );
  if (!Array.isArray(body?.surgeons)) throw new ReconError('protocol', 'the answer holds no list of surgeons');
  return body.surgeons.flatMap((one) => {
    const id = idText(one?.id);
    return id === undefined || typeof one?.name !== 'string' ? [] : [{ id, name: one.name }];
  });
}
