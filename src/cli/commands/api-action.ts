import type { RawAnswer } from '../../core/client.ts';
import { hasCode } from '../../errors.ts';
import type { Context } from '../context.ts';
import { printable, printableJson, printableLines } from '../output/printable.ts';
import { type ApiOptions, readRequest } from './api/read-request.ts';

/** What is refused as a change may be right to read; other refusals have their own way on. */
const READ_INSTEAD = ['refused', 'not_found', 'protocol'] as const;

/** One request, its answer on stdout as it came; a refusal is printed and then thrown. */
export async function callApi(
  first: string,
  second: string | undefined,
  options: ApiOptions,
  context: Context,
): Promise<void> {
  const typed = second === undefined ? { path: first } : { method: first, path: second };
  const baseUrl = (await context.settings()).baseUrl?.value;
  const request = await readRequest(typed, options, baseUrl);
  if (context.globals().dryRun && request.method !== 'GET') {
    return context.streams.say(`Would send ${request.method} ${request.path}`);
  }
  const client = await context.client();
  const { answer, refusal } = await client.call(request);
  await print(answer, options.include === true, context);
  if (refusal === undefined) return;
  // Whoever gives a file wants to send it.
  if (second !== undefined || request.method === 'GET' || options.form !== undefined) throw refusal;
  const before = `it was sent as ${request.method}, because it has fields; to read`;
  const read = { before, command: ['api', 'GET', first, '-f', 'NAME=VALUE'] };
  if (READ_INSTEAD.some((code) => hasCode(refusal, code))) throw refusal.with({ hint: read });
  throw refusal.with({ details: [...refusal.details, read] });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Byte for byte into a pipe or file; on a terminal without what a terminal could act on. */
async function print(
  { status, headers, text }: RawAnswer['answer'],
  withHeaders: boolean,
  { streams, writeJson }: Context,
): Promise<void> {
  if (withHeaders) {
    const lines = Object.entries(headers).map(([name, value]) => `${printable(name)}: ${printable(value)}\n`);
    await streams.write(`HTTP ${status}\n${lines.join('')}\n`);
  }
  if (!streams.stdoutIsTty()) return await streams.write(text);
  if (/json/i.test(headers['content-type'] ?? '') && isJson(text)) return await writeJson(`${printableJson(text)}\n`);
  await streams.write(`${printableLines(text)}${text.endsWith('\n') ? '' : '\n'}`);
}
