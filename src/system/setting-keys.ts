/** The keys of `recon config`, in the order they are listed. */
export const SETTING_KEYS = [
  'base-url',
  'profile',
  'ca-file',
  'timeout',
  'wait-timeout',
  'quiet-period',
  'jobs',
  'output',
  'color',
  'clinic',
  'language',
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];

/** The id of a surgeon's account under a name of one's own: `surgeon.dr-silva`. There may be any number. */
export type SurgeonKey = `surgeon.${string}`;
export const SURGEON = 'surgeon.';

/** A surgeon's name as it is kept: `Dr. Silva` is `dr.-silva`. */
export const surgeonName = (typed: string): string => typed.trim().toLowerCase().replaceAll(/\s+/g, '-');
