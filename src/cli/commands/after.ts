import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addAfterCreate } from './after/create.ts';

export function addAfter(parent: Command, context: Context): void {
  const after = parent.command('after').description('records of the result after a treatment').helpCommand(false);
  declareOnUse(after, () => addAfterCreate(after, context));
}
