import type { GroupWords } from '../declare-command.ts';
import { afterCreate } from './after/create.ts';

export const after: GroupWords = {
  name: 'after',
  description: 'records of the result after a treatment',
  commands: [afterCreate],
};
