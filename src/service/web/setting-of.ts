import type { FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import type { PageSetting } from './page.ts';
import { wordsFor } from './words/words-for.ts';

/** What a page for this request is rendered with. */
export const settingOf = ({ pages, links }: AppDeps, { headers }: FastifyRequest): PageSetting => ({
  words: wordsFor(headers['accept-language']),
  files: pages && { script: links.path(pages.script), style: links.path(pages.style) },
});
