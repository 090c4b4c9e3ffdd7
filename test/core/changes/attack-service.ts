import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpServer } from '../../http/servers.ts';

export interface Kept {
  id: number | string;
  owner: string;
  [field: string]: unknown;
}

/** What happens to one changing request. `late`: the answer is lost at once and the change made after so many ms. */
export type Fate =
  | 'answered'
  | 'lost applied'
  | 'lost unapplied'
  | { late: number }
  | { status: number; headers?: Record<string, string>; body?: unknown };

export interface StrangerOptions {
  /** How the list filters compare; `contains` without case and accents. */
  filter?: 'contains' | 'exact';
  /** What the service makes of the fields that it is given. */
  rewrite?(fields: Record<string, string>): Record<string, unknown>;
  idOf?(number: number): number | string;
  /** Called before each request is looked at. */
  onRequest?(request: { method: string; path: string; fields: Record<string, string> }): void | Promise<void>;
  /** Fields of a patient as the answer of a PUT shows them. */
  putAnswer?(patient: Kept): unknown;
  /** Reconstructions of a new or updated patient that came with photos. */
  models?: boolean;
}

/** A service without keys, whose accounts are its tokens, and whose changes fare as the test says. */
export async function strangerService(options: StrangerOptions = {}) {
  const patients: Kept[] = [];
  const log: string[] = [];
  let number = 0;
  let tick = 0;
  const service = {
    patients,
    log,
    fates: [] as Fate[],
    onRequest: options.onRequest,
    /** Breaks every connection. */
    isDown: false,
    fateOf: undefined as ((method: string, fields: Record<string, string>) => Fate | undefined) | undefined,
    changes: (method: string) => log.filter((line) => line.startsWith(method)).length,
  };
  const idOf = options.idOf ?? ((of: number) => of);
  const fold = (text: unknown) =>
    String(text ?? '')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase();
  const fits = (there: unknown, asked: string | null) => {
    if (asked === null) return true;
    return options.filter === 'exact' ? there === asked : fold(there).includes(fold(asked));
  };
  const model = (photos: boolean) => {
    if (!photos || options.models === false) return [];
    tick += 1;
    return [{ type: 'FaceReconstruction', accepted: false, status: 'has_3d', updated_at: `t${tick}` }];
  };

  const handle = async (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, 'http://x');
    const owner = String(request.headers.authorization).slice(7);
    const text = body.toString('utf8');
    const fields: Record<string, string> = {};
    for (const [, name = '', value = ''] of text.matchAll(/name="patient\[(\w+)\]"\r\n\r\n([^\r]*)/g))
      fields[name] = value;
    const hasPhotos = /name="reconstruction\[front\]"/.test(text);
    await service.onRequest?.({ method, path: pathname, fields });
    if (service.isDown) return void request.socket.destroy();
    const answer = (content: unknown, status = 200, headers: Record<string, string> = {}) => {
      if (request.socket.destroyed) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(content));
    };
    const idText = /^\/patients\/([^/]+)/.exec(pathname)?.[1];
    const shown = ({ owner: _, ...rest }: Kept) => ({ reconstructions: [], ...rest });
    const mine = () => patients.filter((one) => one.owner === owner);
    const found = () => mine().find((one) => String(one.id) === idText);
    if (method === 'GET') {
      log.push(`GET ${url}`);
      if (idText !== undefined) {
        const one = found();
        return one === undefined ? answer({}, 404) : answer({ patient: shown(one), async: 'false' });
      }
      const listed = mine().filter(
        (one) => fits(one['name'], searchParams.get('name')) && fits(one['email'], searchParams.get('email')),
      );
      return answer({ patients: listed.map(shown), meta: { next_page: null, total_entries: listed.length } });
    }
    const fate = service.fateOf?.(method, fields) ?? service.fates.shift() ?? 'answered';
    log.push(
      `${method} ${pathname} ${typeof fate === 'string' ? fate : JSON.stringify(fate)} ${JSON.stringify(fields)}`,
    );
    const rewritten = options.rewrite?.(fields) ?? fields;
    const apply = (): unknown => {
      if (method === 'POST' && pathname === '/patients') {
        number += 1;
        const made = { ...rewritten, id: idOf(number), owner, reconstructions: model(hasPhotos) };
        patients.push(made);
        return { patient: shown(made), async: 'false' };
      }
      const one = found();
      if (one === undefined) return undefined;
      if (method === 'DELETE') patients.splice(patients.indexOf(one), 1);
      if (method === 'PUT') {
        Object.assign(one, rewritten, hasPhotos ? { reconstructions: model(true) } : {});
        return { patient: options.putAnswer?.(one) ?? shown(one), async: 'false' };
      }
      if (/transfer/.test(pathname)) one.owner = 'somebody else';
      return { result: 'success' };
    };
    if (fate === 'answered') {
      const content = apply();
      return content === undefined
        ? answer({}, 404)
        : answer(content, method === 'POST' && pathname === '/patients' ? 201 : 200);
    }
    if (fate === 'lost applied') apply();
    if (typeof fate === 'object' && 'status' in fate) return answer(fate.body ?? {}, fate.status, fate.headers);
    if (typeof fate === 'object') setTimeout(apply, fate.late);
    request.socket.destroy();
  };
  const { url } = await httpServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => void handle(request, response, Buffer.concat(pieces)));
  });
  return Object.assign(service, { url });
}
