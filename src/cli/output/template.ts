import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { checkFields, patientColumns, tellOfRegion } from './patient-columns.ts';
import { printable } from './printable.ts';

/** Text to write as it is, or the path of a field, such as `reconstructions.0.status`. */
type Part = { text: string } | { path: string };

/** A line of text with fields in braces. `{{` and `}}` are braces, `\t` and `\n` a tab and a line break. */
export type Template = readonly Part[];

const PARTS = /\{\{|\}\}|\{([^{}]*)\}|\\[tn\\]|[^{}\\]+|./gs;
const SIGNS: Readonly<Record<string, string>> = { '{{': '{', '}}': '}', '\\t': '\t', '\\n': '\n', '\\\\': '\\' };

/** @throws ReconError `usage` for a brace without its other one, and one that holds no name */
export function readTemplate(typed: string): Template {
  return [...typed.matchAll(PARTS)].map(([found, field]): Part => {
    if (field !== undefined) return { path: pathOf(field) };
    if (found === '{' || found === '}') {
      throw new ReconError('usage', `--template has a "${found}" without its other brace`, {
        details: ['a field stands in braces, as in "{id} {name}"; a brace itself is typed twice'],
      });
    }
    return { text: SIGNS[found] ?? found };
  });
}

function pathOf(field: string): string {
  const path = field.trim();
  if (path.split('.').every((name) => name !== '')) return path;
  throw new ReconError('usage', `--template: "{${field}}" names no field`, {
    details: ['as in {name} or {reconstructions.0.status}'],
  });
}

/** The paths of its fields. */
export const namesIn = (template: Template): string[] =>
  template.flatMap((part) => ('path' in part ? [part.path] : []));

/** A line for each patient. A field that this patient does not have is empty; one that none has is refused. */
export function templateWriter(template: Template, { streams }: Pick<Context, 'streams'>) {
  const names = namesIn(template);
  let isChecked = false;
  return {
    write: async (patients: readonly unknown[]) => {
      if (!isChecked) checkFields(names, patients, '--template');
      isChecked ||= patients.length > 0;
      await streams.write(patients.map((patient) => `${lineOf(template, patient)}\n`).join(''));
    },
    end: async () => tellOfRegion(names, streams),
  };
}

/** What the column of `--fields` shows. */
const lineOf = (template: Template, patient: unknown) =>
  template
    .map((part) => ('text' in part ? part.text : printable(patientColumns('sheet', [part.path])[0]!.text(patient))))
    .join('');

/** @throws ReconError `usage` where another format was asked for as well */
export function refuseFormatBeside({ globals }: Pick<Context, 'globals'>): void {
  const { output, fields } = globals();
  if (output === undefined && fields === undefined) return;
  throw new ReconError('usage', `--template and ${output === undefined ? '--fields' : '--output'} exclude each other`);
}
