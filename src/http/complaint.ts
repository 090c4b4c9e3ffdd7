/** The text of an error answer, whatever its shape. */
export interface Complaint {
  /** One line for a person, if there is one. */
  message?: string;
  /** Field errors, `patient[email] is bad`. */
  fields: string[];
  requestId?: string;
}

const MAX_LINE = 200;
/** A message of a field of its own may tell of each photo. */
const MAX_MESSAGE = 1500;
const MAX_FIELDS = 20;

/** Reads an error body: problem JSON, other JSON, plain text or a web page. */
export function complaintOf(text: string): Complaint {
  const body = parsed(text);
  if (body === undefined) return withMessage([], /^\s*</.test(text) ? pageWords(text) : text);
  if (typeof body === 'string') return withMessage([], body);
  if (Array.isArray(body)) return withMessage([], body.filter((item) => typeof item === 'string').join('; '));
  if (!isObject(body)) return { fields: [] };
  const requestId = firstText(body, ['request_id', 'requestId']);
  const complaint = withMessage(fieldErrors(body), sentence(body), MAX_MESSAGE);
  return requestId === undefined ? complaint : { ...complaint, requestId };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withMessage(fields: string[], message: string | undefined, most = MAX_LINE): Complaint {
  const line = message === undefined ? '' : oneLine(message, most);
  return line === '' ? { fields } : { message: line, fields };
}

/** The message: `detail` of problem JSON first, then the names that other services use. */
function sentence(body: Record<string, unknown>): string | undefined {
  const direct = firstText(body, ['detail', 'message', 'error_description', 'error', 'errors', 'msg', 'title']);
  if (direct !== undefined) return direct;
  return isObject(body['error']) ? sentence(body['error']) : undefined;
}

function firstText(body: Record<string, unknown>, names: string[]): string | undefined {
  for (const name of names) {
    const value = body[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** The field errors, if `errors` is a list of `{field, message}` or texts, or an object of field → texts. */
function fieldErrors(body: Record<string, unknown>): string[] {
  const errors = body['errors'] ?? body['error'];
  const lines = Array.isArray(errors)
    ? errors.map(listedError)
    : Object.entries(isObject(errors) ? errors : onlyLists(body)).flatMap(([field, value]) =>
        keyedErrors(field, value),
      );
  return lines.filter((line) => line !== undefined).slice(0, MAX_FIELDS);
}

function listedError(item: unknown): string | undefined {
  if (typeof item === 'string') return oneLine(item);
  if (!isObject(item)) return undefined;
  const field = firstText(item, ['field', 'name', 'param', 'path', 'source', 'attribute']);
  const message = firstText(item, ['message', 'detail', 'msg', 'title', 'error']);
  if (message === undefined) return field === undefined ? undefined : oneLine(`${field} is not accepted`);
  return oneLine(field === undefined ? message : `${field} ${message}`);
}

function keyedErrors(field: string, value: unknown): string[] {
  const texts = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  return texts.map((text) => oneLine(`${field} ${text}`));
}

/** Reads `{"email":["is bad"]}` without a wrapper; plain values beside the lists are no complaints. */
const onlyLists = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => Array.isArray(value)));

/** The text of a web page: its title or first heading, else its text without tags. */
function pageWords(html: string): string {
  const page = html.slice(0, 20_000).replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ');
  const heading = /<(title|h1)\b[^>]*>([\s\S]*?)<\/\1\s*>/i.exec(page)?.[2];
  return (heading ?? page).replace(/<[^>]*>/g, ' ');
}

function oneLine(text: string, most = MAX_LINE): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > most ? `${line.slice(0, most)}…` : line;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
