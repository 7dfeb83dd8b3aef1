import { valueAt } from '../../engine/values/shapes.ts';
import type { AgentProduct } from '../agents/agent-product.ts';
import { JsonEdit } from './json-edit.ts';

/** Why settings let no hook run; null when they do not say so. */
export function switchedOff({ configuration }: AgentProduct, file: string, text: string): string | null {
  const settings = text.trim() === '' ? {} : new JsonEdit(file, text).value;
  const off = configuration.off?.find(({ path, value }) => valueAt(settings, path.split('.')) === value);
  return off === undefined ? null : `${file} switches hooks off: ${off.path}`;
}
