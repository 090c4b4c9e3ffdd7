import type { GroupWords } from '../declare-command.ts';
import { photosCheck } from './photos/check.ts';

export const photos: GroupWords = {
  name: 'photos',
  description: 'check photos before they are sent',
  commands: [photosCheck],
};
