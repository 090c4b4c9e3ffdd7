import { ALL_USERS } from '../all-users-help.ts';
import type { GroupWords } from '../declare-command.ts';
import { configGet } from './config/get.ts';
import { configList } from './config/list.ts';
import { configProfiles } from './config/profiles.ts';
import { configSet } from './config/set.ts';
import { configUnset } from './config/unset.ts';

export const config: GroupWords = {
  name: 'config',
  description: 'show and change settings',
  note: ALL_USERS,
  commands: [configList, configProfiles, configGet, configSet, configUnset],
};
