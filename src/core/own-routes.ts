import type { PatientAnswer, Received, ResultAnswer } from '../contract/answers.ts';
import { implantFormField, SIMULATED_MODEL, SIMULATION_LINES, simulationFormField } from '../contract/fields.ts';
import { IMPLANT_FIELDS, type ImplantRow } from '../contract/implant-rows.ts';
import {
  type DoctorAnswer,
  type FailureAnswer,
  type Limit,
  type OWN_ROUTES,
  ownPaths,
  type RoomAnswer,
  type SurgeonsAnswer,
} from '../contract/own-routes.ts';
import type { Patient } from '../contract/patient.ts';
import { isEarlierModel, PROCESSING_STATUS, type ReconstructionType, typeWord } from '../contract/reconstruction.ts';
import { SIDES, type Side } from '../contract/simulation.ts';
import type { SimulationLines } from '../contract/simulation-lines.ts';
import { ReconError } from '../errors.ts';
import type { Answer, Transport } from '../http/transport.ts';
import { idText, type Reply, replyOf } from './answer.ts';
import { acceptedOf, chosenOf } from './chosen-reconstructions.ts';
import { textPart } from './form.ts';
import { pathId } from './ids.ts';
import { listNobody } from './patient-list.ts';
import { aboutPatient, patientReplyOf, type SendOptions, sendChange, successOf } from './patients.ts';

// What a service may offer beside the interface. Every answer of one that does names it; nothing is asked to find out.

export type OwnRoute = (typeof OWN_ROUTES)[number];

const DOES: Record<OwnRoute, string> = {
  accept: 'accept a 3D model or take that back',
  'after-archive': 'show an after-record',
  doctor: 'report its own state',
  failure: 'tell why a model failed',
  'give-back': 'give a patient back to the main account',
  invitations: 'tell of the links of a patient or take one back',
  'open-invitations': 'tell of the links of all patients',
  room: 'tell what an account has room for',
  'simulation-lines': 'keep the lines of simulations',
  simulations: 'keep simulations',
  size: 'set the height and the weight of a patient',
  surgeons: 'tell accounts by their names',
};

/** A service that can accept a model is ours, or works like it: an earlier model stays until a newer one is there. */
export const keepsEarlierModels = ({ routes }: Pick<Reply<unknown>, 'routes'>): boolean =>
  routes?.has('accept') === true;

export const takesSize = ({ routes }: Pick<Reply<unknown>, 'routes'>): boolean => routes?.has('size') === true;

/**
 * A patient of this answer. Where the service has no way to set height and weight, they are left out: nobody can do
 * anything about what it has there.
 */
export function settable(patient: Received<Patient>, reply: Pick<Reply<unknown>, 'routes'>): Received<Patient> {
  if (takesSize(reply) || typeof patient !== 'object' || patient === null) return patient;
  const { height: _height, weight: _weight, ...others } = patient;
  return others;
}

/** @throws ReconError `not_offered` if the service that gave this answer does not name the route in it */
export function requireRoute({ routes }: Pick<Reply<unknown>, 'routes'>, route: OwnRoute): void {
  if (routes?.has(route)) return;
  throw new ReconError('not_offered', `this service has no way to ${DOES[route]}; nothing was sent`, {
    details: ['the interface has none, so each service does it in its own way or not at all'],
    hint: 'ask the people who run the service',
  });
}

/** The same where no answer is at hand: the shortest list brings one. @returns that answer */
export async function askForRoute(transport: Transport, route: OwnRoute): Promise<Pick<Reply<unknown>, 'routes'>> {
  const page = await listNobody(transport);
  requireRoute(page, route);
  return page;
}

export interface Acceptance {
  type: ReconstructionType;
  isAccepted: boolean;
  /** A person wants the model that stands although the newest generation failed. */
  isEarlier?: boolean | undefined;
}

/**
 * Looks at a patient before a reconstruction is accepted, or that taken back.
 * @throws ReconError `not_offered`; `not_found` where there is none of the type; `in_progress` where it is being made;
 * `usage` where an earlier model would be accepted that nobody meant, or the newest where an earlier one was meant
 */
export function checkAcceptance(before: Reply<PatientAnswer>, id: string, wanted: Acceptance): void {
  const { type, isAccepted, isEarlier = false } = wanted;
  requireRoute(before, 'accept');
  const [current] = chosenOf(before, type);
  if (current === undefined) {
    throw new ReconError('not_found', `patient ${id} has no ${typeWord(type)} model`, {
      hint: { command: ['patients', 'get', id] },
    });
  }
  if (!isAccepted) return;
  if (current?.status === PROCESSING_STATUS) {
    throw new ReconError(
      'in_progress',
      `the ${typeWord(type)} model of patient ${id} is being made; nothing was sent`,
      {
        details: ['it can be accepted once it is ready'],
        hint: { command: ['wait', id] },
      },
    );
  }
  const accept = ['patients', 'accept', id, '--type', type];
  if (isEarlierModel(current, { isOurs: true }) && !isEarlier) {
    throw new ReconError('usage', `${earlierModelText(id, type, current?.status)}; nothing was sent`, {
      details: [{ command: ['view', id, '--type', type], because: 'to see the model' }],
      hint: { command: [...accept, '--earlier'], because: 'if it is to be accepted all the same' },
    });
  }
  if (isEarlier && !isEarlierModel(current, { isOurs: true })) {
    throw new ReconError(
      'usage',
      `the ${typeWord(type)} model of patient ${id} is the newest one, not an earlier one; nothing was sent`,
      {
        hint: { command: accept, because: 'to accept the newest' },
      },
    );
  }
}

/** What a person is told before an earlier model is accepted. */
export const earlierModelText = (id: string, type: ReconstructionType, status: unknown): string =>
  `the newest photos gave no ${typeWord(type)} model (${status}); the one that patient ${id} has is an earlier one`;

export async function setAccepted(
  transport: Transport,
  id: string,
  { type, isAccepted }: Pick<Acceptance, 'type' | 'isAccepted'>,
  options: SendOptions = {},
): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const method = isAccepted ? 'PUT' : 'DELETE';
  const change = { method, path: ownPaths.accepted(wanted, type), look: ['get', wanted] } as const;
  return await sendChange(transport, wanted, change, options, (answer) => {
    const reply = aboutPatient(wanted, patientReplyOf(answer));
    if (acceptedOf(reply, type) === isAccepted) return reply;
    throw new ReconError('protocol', `the answer does not show the ${typeWord(type)} model as it was to be`);
  });
}

export interface SimulationInput {
  name: string;
  description: string;
  /** When the reconstruction was last changed, as the answer says that the simulation was made with. */
  modelUpdatedAt: string | undefined;
  implants: Partial<Record<Side, ImplantRow>>;
  /** Where the service has named that it keeps them. */
  lines?: SimulationLines | undefined;
}

/** Saves a simulation on the mammo reconstruction of a patient. The answer shows all that there are then. */
export async function saveSimulation(
  transport: Transport,
  id: string,
  { name, description, modelUpdatedAt, implants, lines }: SimulationInput,
  options: SendOptions = {},
): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const form = [
    ...textPart(simulationFormField('name'), name),
    ...textPart(simulationFormField('description'), description),
    ...textPart(SIMULATED_MODEL, modelUpdatedAt),
    ...textPart(SIMULATION_LINES, lines && JSON.stringify(lines)),
    ...SIDES.flatMap((side) =>
      IMPLANT_FIELDS.flatMap((field) => textPart(implantFormField(side, field), implants[side]?.[field])),
    ),
  ];
  const change = { method: 'POST', path: ownPaths.simulations(wanted), form, look: ['get', wanted] } as const;
  return await sendChange(transport, wanted, change, options, (answer) => aboutPatient(wanted, patientReplyOf(answer)));
}

export async function deleteSimulation(
  transport: Transport,
  id: string,
  simulation: number,
  options: SendOptions = {},
): Promise<Reply<PatientAnswer>> {
  const wanted = pathId(id);
  const path = ownPaths.simulation(wanted, simulation);
  const change = { method: 'DELETE', path, look: ['get', wanted] } as const;
  const read = (answer: Answer) => aboutPatient(wanted, patientReplyOf(answer));
  return await sendChange(transport, wanted, change, options, read, ', or it has no such simulation');
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

/** The accounts that this one can transfer patients to. @throws ReconError `not_offered`; `forbidden` for a sub account */
export async function listSurgeons(transport: Transport): Promise<ToldSurgeons> {
  await askForRoute(transport, 'surgeons');
  const told = await askSurgeons(transport);
  if (!told.isSub) return told;
  throw new ReconError('forbidden', 'this is a sub account, and only its main account transfers patients to surgeons');
}

/** `isSub` and the name of the account are undefined where the service does not tell them. */
export interface ToldSurgeons {
  surgeons: ListedSurgeon[];
  isSub: boolean | undefined;
  account: string | undefined;
}

/** Asked where the service has named the route in an answer. */
export async function askSurgeons(transport: Transport): Promise<ToldSurgeons> {
  const { body, account } = replyOf<SurgeonsAnswer>(
    await transport.send({ method: 'GET', path: ownPaths.surgeons(), kind: 'read' }),
  );
  if (!Array.isArray(body?.surgeons)) throw new ReconError('protocol', 'the answer holds no list of surgeons');
  const surgeons = body.surgeons.flatMap((one) => {
    const id = idText(one?.id);
    return id === undefined || typeof one?.name !== 'string' ? [] : [{ id, name: one.name }];
  });
  const isSub = typeof body.is_sub === 'boolean' ? body.is_sub : undefined;
  return { surgeons, isSub, account: account?.name };
}

/** Why there is no model of the newest photos, where the service tells. Asked where it has named the route in an answer. */
export async function askFailure(
  transport: Transport,
  id: string,
  type: ReconstructionType,
  after?: number,
): Promise<string | undefined> {
  const query = [['type', type] as const, ...(after === undefined ? [] : [['after', String(after)] as const])];
  const answer = await transport.send({ method: 'GET', path: ownPaths.failure(pathId(id)), query, kind: 'read' });
  const { failure } = replyOf<FailureAnswer>(answer).body ?? {};
  return typeof failure === 'string' ? failure : undefined;
}

/** What the account may have at most, and has; of what is not limited, nothing. */
export interface Room {
  patients?: Limit;
  /** In bytes. */
  storage?: Limit;
}

/** Asked where the service has named the route in an answer. */
export async function askRoom(transport: Transport): Promise<Room> {
  const answer = await transport.send({ method: 'GET', path: ownPaths.room(), kind: 'read' });
  const { patients, storage } = replyOf<RoomAnswer>(answer).body ?? {};
  return { ...(isLimit(patients) && { patients }), ...(isLimit(storage) && { storage }) };
}

const isLimit = (one: Received<Limit> | null | undefined): one is Limit =>
  typeof one?.limit === 'number' && typeof one.stored === 'number' && typeof one.of_main === 'boolean';

const STATES = ['ok', 'warning', 'skipped'] as const;

/**
 * What a service finds wrong with itself; with a trial it makes a model of its own photos, which takes longer.
 * @throws ReconError `forbidden` for a token without the scope admin
 */
export async function askDoctor(
  transport: Transport,
  { withTrial }: { withTrial: boolean },
): Promise<DoctorAnswer['findings']> {
  const query = withTrial ? [['trial', 'true'] as const] : [];
  const { body } = replyOf<DoctorAnswer>(
    await transport.send({ method: 'GET', path: ownPaths.doctor(), query, kind: 'read', awaitsModel: withTrial }),
  );
  if (!Array.isArray(body?.findings)) throw new ReconError('protocol', 'the answer holds no list of findings');
  return body.findings.map((one) => ({
    about: String(one?.about),
    state: STATES.find((state) => state === one?.state) ?? 'wrong',
    found: String(one?.found),
    fix: String(one?.fix),
  }));
}
