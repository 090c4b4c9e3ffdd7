import { Argument } from 'commander';

/** The keys of the settings, as config/ has them; a test holds the two together. */
export const CONFIG_KEYS = [
  'base-url',
  'profile',
  'timeout',
  'wait-timeout',
  'quiet-period',
  'jobs',
  'output',
  'color',
] as const;

/** Not commander's own choices: config/ refuses a wrong key in the words of `recon config list`. */
export const keyArgument = (): Argument => {
  const argument = new Argument('<key>', `one of ${CONFIG_KEYS.join(', ')}`);
  argument.argChoices = [...CONFIG_KEYS];
  return argument;
};
