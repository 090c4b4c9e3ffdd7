import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addConfigGet } from './config/get.ts';
import { addConfigList } from './config/list.ts';
import { addConfigSet } from './config/set.ts';
import { addConfigUnset } from './config/unset.ts';

export function addConfig(parent: Command, context: Context): void {
  const config = parent.command('config').description('show and change settings').helpCommand(false);
  declareOnUse(config, () => {
    addConfigList(config, context);
    addConfigGet(config, context);
    addConfigSet(config, context);
    addConfigUnset(config, context);
  });
}
