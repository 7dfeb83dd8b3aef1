import { HooklineError } from '../../../engine/values/errors.ts';
import { type Fields, isObject } from '../../../engine/values/shapes.ts';
import type { EntryLayout } from '../../agents/agent-product.ts';
import { readToml } from '../trust/toml-tables.ts';

const begin =
  '# Written by hookline install, and removed by hookline uninstall, to the end that is marked below.';
const end = '# End of the hooks of hookline.';

/** Puts hookline's entries behind everything else in a file of TOML: comments and order stay. A second run changes nothing. */
export function mergeToml(
  file: string,
  text: string,
  wanted: ReadonlyMap<string, Fields>,
  { key }: EntryLayout,
): string {
  const rest = withoutToml(text);
  if (wanted.size === 0) return rest;
  const tables = [...wanted.values()].map(
    (handler) =>
      `[[${key}]]\n${Object.entries(handler)
        .map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`)
        .join('')}`,
  );
  const gap = rest === '' ? '' : rest.endsWith('\n') ? '\n' : '\n\n';
  const merged = `${rest}${gap}${begin}\n${tables.join('\n')}${end}\n`;
  const before = hooksIn(file, rest, key).length;
  if (hooksIn(file, merged, key).length !== before + wanted.size)
    throw new HooklineError('config-invalid', `${file} writes "${key}" in a way that hookline cannot add to`);
  return merged;
}

export function withoutToml(text: string): string {
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start);
  if (start === -1 || stop === -1) return text;
  const before = text.slice(0, start);
  return `${before.endsWith('\n\n') ? before.slice(0, -1) : before}${text.slice(stop + end.length + 1)}`;
}

function hooksIn(file: string, text: string, key: string | null): readonly unknown[] {
  const { [key ?? '']: hooks = [] } = readToml(file, text);
  if (Array.isArray(hooks) && hooks.every(isObject)) return hooks;
  throw new HooklineError('config-invalid', `${file}: "${key}" is not a list of hooks`);
}
