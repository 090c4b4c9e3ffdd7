import { join } from 'node:path';
import { SAMPLES } from '../support/recon-home.ts';
import { json, type Reaction } from './stranger.ts';

export interface StrangeOperation {
  name: string;
  args: string[];
  /** The one request that does it; the looks before it are answered sanely. */
  request: RegExp;
  /** A change: what cannot be read is of unknown outcome. */
  isChange: boolean;
  /** Whether the interface shows afterwards if it was made. */
  canBeSeen?: boolean;
}

const photos = ['--type', 'face', '--photos', join(SAMPLES, 'ana', 'face')];

export const OPERATIONS: readonly StrangeOperation[] = [
  { name: 'list', args: ['patients', 'list'], request: /^GET \/patients(\?|$)/, isChange: false },
  { name: 'get', args: ['patients', 'get', '7'], request: /^GET \/patients\/7$/, isChange: false },
  {
    name: 'create',
    args: ['patients', 'create', '--name', 'Ana Sample'],
    request: /^POST \/patients$/,
    isChange: true,
    canBeSeen: true,
  },
  {
    name: 'create with photos',
    args: ['patients', 'create', '--name', 'Ana Sample', '--no-wait', ...photos],
    request: /^POST \/patients$/,
    isChange: true,
    canBeSeen: true,
  },
  {
    name: 'update',
    args: ['patients', 'update', '7', '--city', 'Porto'],
    request: /^PUT \/patients\/7$/,
    isChange: true,
    canBeSeen: true,
  },
  {
    name: 'delete',
    args: ['patients', 'delete', '7', '--yes'],
    request: /^DELETE \/patients\/7$/,
    isChange: true,
    canBeSeen: true,
  },
  { name: 'after', args: ['after', 'create', '7', ...photos], request: /^POST \/patients\/7\/after$/, isChange: true },
  {
    name: 'download',
    args: ['download', '7', '--type', 'face', '--to', '-'],
    request: /^GET \/patients\/7\/download/,
    isChange: false,
  },
  {
    name: 'transfer',
    args: ['transfer', '7', '--to', '9', '--yes'],
    request: /^POST \/patients\/7\/transfer\/9$/,
    isChange: true,
    canBeSeen: true,
  },
  {
    name: 'invite',
    args: ['invite', '7', '--type', 'face'],
    request: /^GET \/patients\/7\/invitation/,
    isChange: true,
  },
];

const META = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 0 };

/** A calm answer to the reads that a command makes around its own request. */
export function calmAnswer(method: string, path: string): Reaction {
  if (method === 'GET' && /^\/patients(\?|$)/.test(path)) return json({ patients: [], meta: META });
  if (method === 'GET') return json({ patient: { id: 7, name: 'Ana Sample', reconstructions: [] }, async: 'false' });
  return json({ error: 'not expected here' }, 500);
}
