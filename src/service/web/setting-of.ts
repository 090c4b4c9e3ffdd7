import type { FastifyRequest } from 'fastify';
import { LANGUAGE_PARAMETER } from '../../contract/patient-page.ts';
import { LANGUAGES, type Language } from '../../system/languages.ts';
import type { AppDeps } from '../deps.ts';
import type { PageSetting } from './page.ts';
import { wordsFor } from './words/words-for.ts';

/** What a page for this request is rendered with: in the language of its address, else in the browser's. */
export const settingOf = ({ pages, links }: AppDeps, request: FastifyRequest): PageSetting => ({
  words: wordsFor([languageOf(request), request.headers['accept-language']].filter(Boolean).join(',')),
  files: pages && { script: links.path(pages.script), style: links.path(pages.style) },
});

/** What the page's address asks for; undefined where it asks for nothing. */
export function languageOf({ query }: FastifyRequest): Language | undefined {
  const asked = (query as Record<string, unknown>)[LANGUAGE_PARAMETER];
  return LANGUAGES.find((one) => one === asked);
}

/** An address of ours, for a page in the same language. */
export function inLanguageOf(request: FastifyRequest, address: string): string {
  const language = languageOf(request);
  if (language === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`;
}
