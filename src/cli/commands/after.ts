import type { GroupWords } from '../declare-command.ts';
import { afterCreate } from './after/create.ts';

export const after: GroupWords = {
  name: 'after',
  description: 'record the result after a treatment',
  commands: [afterCreate],
};
