import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import type { ApiCall, FormPart } from '../../../core/client.ts';
import { ReconError } from '../../../errors.ts';
import { READ_NOW } from '../../../system/open-flags.ts';
import { whyNotRead } from '../../../system/why-not-read.ts';

/** The first three may be given several times. */
export interface ApiOptions {
  field?: string[];
  form?: string[];
  header?: string[];
  include?: boolean;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Makes one request of what was typed. @throws ReconError `usage`, also for a URL of another service */
export async function readRequest(
  typed: { method?: string; path: string },
  options: ApiOptions,
  baseUrl: string | undefined,
): Promise<ApiCall> {
  const sendsFields = (options.field ?? options.form) !== undefined;
  const method = readMethod(typed.method ?? (sendsFields ? 'POST' : 'GET'));
  const { path, query } = readPath(typed.path, baseUrl);
  const fields = (options.field ?? []).map((text) => split(text, '=', '--field NAME=VALUE'));
  const headers = readHeaders(options.header ?? []);
  if (method === 'GET' || method === 'DELETE') {
    if (options.form !== undefined) throw new ReconError('usage', `--form has no place in a ${method} request`);
    return { method, path, query: [...query, ...fields], headers };
  }
  const texts = fields.map(([name, value]) => ({ name, value }));
  const form = [...texts, ...(await Promise.all((options.form ?? []).map(readFormPart)))];
  return { method, path, query, headers, ...(form.length > 0 && { form }) };
}

function readMethod(text: string): ApiCall['method'] {
  const method = METHODS.find((one) => one === text.toUpperCase());
  if (method !== undefined) return method;
  throw new ReconError('usage', `${JSON.stringify(text)} is none of ${METHODS.join(', ')}`, {
    hint: { command: ['api', 'GET', '/patients'] },
  });
}

/** `/patients?x=y`, `patients`, or a whole URL below the base URL. The token goes nowhere else. */
function readPath(text: string, baseUrl: string | undefined): { path: string; query: [string, string][] } {
  const rest = /^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(text) ? belowBase(text, baseUrl) : text;
  const url = new URL(`http://path.invalid/${rest.replace(/^\//, '')}`);
  return { path: url.pathname, query: [...url.searchParams] };
}

function belowBase(text: string, baseUrl: string | undefined): string {
  const isBelow = ['/', '?'].some((next) => baseUrl !== undefined && text.startsWith(baseUrl + next));
  if (isBelow || text === baseUrl) return text.slice(baseUrl!.length);
  throw new ReconError('usage', `${JSON.stringify(text)} is not below the base URL of the service in use`, {
    details: [baseUrl === undefined ? 'no base URL is set' : `base URL: ${baseUrl}`],
    hint: 'give the path only, such as /patients/7',
  });
}

/** Headers that the connection itself decides, or that would carry a token in the command line. */
const OURS = ['authorization', 'connection', 'content-length', 'content-type', 'host', 'transfer-encoding'];

function readHeaders(texts: readonly string[]): Record<string, string> {
  const pairs = texts.map((text) => {
    const [name, value] = split(text, ':', '--header NAME:VALUE');
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new ReconError('usage', `${JSON.stringify(name)} is not a header name`);
    }
    if (!/^[\t\x20-\x7e]*$/.test(value)) {
      throw new ReconError('usage', `the value of header ${name} holds a character that no header has`);
    }
    if (OURS.includes(name.toLowerCase())) throw new ReconError('usage', `recon sets the header ${name} itself`);
    return [name.toLowerCase(), value.trim()] as const;
  });
  return Object.fromEntries(pairs);
}

async function readFormPart(text: string): Promise<FormPart> {
  const [name, value] = split(text, '=', '--form NAME=@FILE');
  if (!value.startsWith('@')) return { name, value };
  const path = value.slice(1);
  return { name, file: { ...(await openFormFile(path)), fileName: basename(path) } };
}

function split(text: string, separator: '=' | ':', form: string): [string, string] {
  const at = text.indexOf(separator);
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new ReconError('usage', `${JSON.stringify(text)} should read ${form}`);
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** A file sent as it is, without the checks of a photo. A pipe or folder is refused, and never waited for. */
async function openFormFile(path: string) {
  const facts = await factsOf(path);
  if (!facts.isFile()) throw new ReconError('usage', `${JSON.stringify(path)} is not a regular file`);
  return {
    sizeBytes: facts.size,
    contentType: CONTENT_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    // Exactly the announced bytes, also of a file that is growing.
    open: () => (facts.size === 0 ? Readable.from([]) : createReadStream(path, { end: facts.size - 1 })),
  };
}

async function factsOf(path: string) {
  try {
    const file = await open(path, READ_NOW);
    return await file.stat().finally(() => file.close());
  } catch (error) {
    throw new ReconError('usage', `${JSON.stringify(path)} ${whyNotRead(error)}`, { cause: error });
  }
}
