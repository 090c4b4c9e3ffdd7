import type { PatientsAnswer, Received } from '../contract/answers.ts';
import { DEFAULT_PER_PAGE, OF_NOBODY } from '../contract/page.ts';
import { paths } from '../contract/paths.ts';
import type { Patient } from '../contract/patient.ts';
import { hasCode, ReconError } from '../errors.ts';
import { CHECK_URL } from '../http/failure.ts';
import type { Answer, Transport } from '../http/transport.ts';
import { idText, type Reply, replyOf, stringifyExact } from './answer.ts';
import { pathId } from './ids.ts';
import { getPatient } from './patients.ts';

export interface ListFilters {
  name?: string;
  email?: string;
  ids?: string[];
  page?: number;
  /** Sent as it is. */
  perPage?: number;
  /** Patients a request where `perPage` is open; fewer if the service refuses so many. */
  atOnce?: number;
}

/** The client asks for at most so many patients at once. A service that allows fewer is asked again for less. */
export const ASKED_PER_PAGE = 100;

/**
 * One list. Several ids are asked for at once; one that is missing from the answer is fetched
 * singly, because a service may know the filter in another form. That, and more ids than a page holds,
 * makes the reply one of ours: same shape, `meta` merged.
 */
export async function listPatients(transport: Transport, filters: ListFilters): Promise<Reply<PatientsAnswer>> {
  const ids = [...new Set((filters.ids ?? []).map((id) => pathId(id)))];
  const plain = filters.page !== undefined || filters.perPage !== undefined;
  if (ids.length === 0 || plain) return await listPage(transport, { ...filters, ids });
  const replies: Reply<PatientsAnswer>[] = [];
  let atOnce: number = ASKED_PER_PAGE;
  for (let from = 0; from < ids.length; ) {
    const some = ids.slice(from, from + atOnce);
    const perPage = some.length > 1 ? { perPage: some.length } : {};
    const reply = await listPage(transport, { ...filters, ids: some, ...perPage }).catch((thrown) => {
      // The largest page that a service allows is not in the interface: ours may be too large for it.
      if (some.length <= DEFAULT_PER_PAGE || !hasCode(thrown, 'refused')) throw thrown;
      return undefined;
    });
    if (reply === undefined) atOnce = DEFAULT_PER_PAGE;
    else {
      replies.push(reply);
      from += some.length;
    }
  }
  const listed = replies.flatMap((reply) => reply.body?.patients ?? []);
  const onlyIds = filters.name === undefined && filters.email === undefined;
  const missing = ids.filter((id) => !listed.some((patient) => idText(patient?.id) === id));
  const fetched = onlyIds ? await fetchSingly(transport, missing) : [];
  if (replies.length === 1 && fetched.length === 0) return replies[0]!;
  const wanted = listed.filter((patient) => ids.includes(idText(patient?.id) ?? ''));
  const patients = [...(onlyIds ? wanted : listed), ...fetched];
  const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: patients.length };
  const body = { patients, meta };
  return { text: stringifyExact(body), body };
}

/** One request, as asked. @throws ReconError `protocol` where the answer holds no list of patients */
export async function listPage(transport: Transport, filters: ListFilters): Promise<Reply<PatientsAnswer>> {
  return await listBy(transport, listQuery(filters));
}

const listBy = async (transport: Transport, query: readonly [string, string][]) =>
  patientsIn(await transport.send({ method: 'GET', path: paths.patients(), query: [...query], kind: 'read' }));

/**
 * The shortest list, for what comes with each answer: whether the token is taken, the time, what the service can do. It
 * shows nobody, so that no audit names a patient at whom no one has looked. A service that refuses such an id shows one.
 */
export async function listNobody(transport: Transport): Promise<Reply<PatientsAnswer>> {
  try {
    return await listBy(transport, OF_NOBODY);
  } catch (thrown) {
    if (!hasCode(thrown, 'refused')) throw thrown;
    return await listPage(transport, { perPage: 1 });
  }
}

/** @throws ReconError `protocol` where the answer is a web page, or anything else that holds no list of patients */
export function patientsIn(answer: Answer): Reply<PatientsAnswer> {
  const reply = replyOf<PatientsAnswer>(answer);
  if (Array.isArray(reply.body?.patients)) return reply;
  throw new ReconError('protocol', 'the answer holds no list of patients', { hint: CHECK_URL });
}

/** Query of a list (docs/interface.md §4.1): one id as `id=7`, several as `id[]=7&id[]=9`. */
function listQuery({ name, email, ids = [], page, perPage }: ListFilters): [string, string][] {
  const idName = ids.length > 1 ? 'id[]' : 'id';
  const query: [string, string | undefined][] = [
    ['name', name],
    ['email', email],
    ...ids.map((id): [string, string] => [idName, id]),
    ['per_page', perPage === undefined ? undefined : String(perPage)],
    ['page', page === undefined ? undefined : String(page)],
  ];
  return query.filter((pair): pair is [string, string] => pair[1] !== undefined);
}

async function fetchSingly(transport: Transport, ids: string[]): Promise<Received<Patient>[]> {
  const found: Received<Patient>[] = [];
  for (const id of ids) {
    try {
      found.push((await getPatient(transport, id)).body?.patient);
    } catch (thrown) {
      if (!hasCode(thrown, 'not_found')) throw thrown;
    }
  }
  return found;
}
