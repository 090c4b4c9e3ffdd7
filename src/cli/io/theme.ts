import type { ChalkInstance } from 'chalk';

/** What a colour says. It never says it alone. */
export type Look = 'bold' | 'dim' | 'good' | 'bad' | 'busy';

/** Styles for one stream. Text must be made printable before. */
export type Theme = Readonly<Record<Look, (text: string) => string>>;

export interface ColorWishes {
  /** `--no-color` was given. */
  forbidden: boolean;
  environment: Readonly<Record<string, string | undefined>>;
  /** `config color`; of terminals alone, where it is known. */
  setting?: 'auto' | 'always' | 'never' | undefined;
  isTty: boolean;
}

/**
 * `--no-color`, NO_COLOR, FORCE_COLOR, then a terminal: the setting, and whether it is dumb. The one place that decides,
 * for stdout and stderr; values between tabs, JSON and CSV in a pipe ask for no theme.
 */
export function wantsColor({ forbidden, environment, setting, isTty }: ColorWishes): boolean {
  if (forbidden || environment['NO_COLOR']) return false;
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return !['0', 'false'].includes(forced);
  if (!isTty || setting === 'never') return false;
  return setting === 'always' || environment['TERM'] !== 'dumb';
}

const plain = (text: string) => text;
export const PLAIN_THEME: Theme = { bold: plain, dim: plain, good: plain, bad: plain, busy: plain };

/** Chalk is only loaded where colour is wanted. */
export async function loadTheme(colored: boolean): Promise<Theme> {
  if (!colored) return PLAIN_THEME;
  const { Chalk } = await import('chalk');
  const chalk: ChalkInstance = new Chalk({ level: 1 });
  // Chalk joins whatever it is given, such as the index and the array of a map().
  const one = (style: (text: string) => string) => (text: string) => style(text);
  // Yellow is hardly seen on white, and plain magenta on the black of Windows.
  return {
    ...{ bold: one(chalk.bold), dim: one(chalk.dim) },
    ...{ good: one(chalk.green), bad: one(chalk.red), busy: one(chalk.magentaBright) },
  };
}
