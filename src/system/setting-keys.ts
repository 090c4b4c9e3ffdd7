/** The keys of `recon config`, in the order they are listed. */
export const SETTING_KEYS = [
  'base-url',
  'profile',
  'timeout',
  'wait-timeout',
  'quiet-period',
  'jobs',
  'output',
  'color',
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];
