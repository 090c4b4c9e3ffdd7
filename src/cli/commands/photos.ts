import type { GroupWords } from '../declare-command.ts';
import { photosCheck } from './photos/check.ts';

export const photos: GroupWords = {
  name: 'photos',
  description: 'look at photos before they are sent',
  commands: [photosCheck],
};
