import { Argument } from 'commander';
import { SETTING_KEYS } from '../../../system/setting-keys.ts';

/** Not commander's own choices: config/ refuses a wrong key in the words of `recon config list`. */
export const keyArgument = (): Argument => {
  const argument = new Argument('<key>', `one of ${SETTING_KEYS.join(', ')}`);
  argument.argChoices = [...SETTING_KEYS];
  return argument;
};
