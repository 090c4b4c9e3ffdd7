import { PROVIDERS, providersOf } from '../../contract/providers.ts';
import { isReconstructionType } from '../../contract/reconstruction.ts';
import { TYPE_WORDS } from '../request/flags.ts';

/** What a value means, by the option that takes it. */
const REMARKS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '--type': TYPE_WORDS,
  '--status': {
    failed: 'no 3D model could be made',
    generating: 'a 3D model is being made',
    ready: 'a 3D model is there',
    accepted: 'a 3D model is there, and was accepted',
    'no-photos': 'there are no photos for a 3D model',
    'link-out': 'a link is out, by which photos are waited for',
  },
  '--output': {
    table: 'for people',
    json: 'one JSON answer',
    ndjson: 'one JSON object a line',
    csv: 'for spreadsheets',
    xlsx: 'a spreadsheet',
    id: 'ids alone',
  },
  '--scope': {
    read: 'see all, change nothing',
    write: 'also add, change and delete',
    admin: 'also see how the service stands',
  },
};

/** Empty for a value that says all by itself. */
export const remarkOn = (option: string, word: string): string => REMARKS[option]?.[word] ?? '';

/** The titles of the providers that a word means for a type, or for all of them (''). */
export function providerRemark(type: string, word: string): string {
  const providers = isReconstructionType(type) ? providersOf(type) : PROVIDERS;
  const meant = providers.filter(({ number, name }) => name === word || String(number) === word);
  return meant.map(({ title }) => title).join(' / ');
}
