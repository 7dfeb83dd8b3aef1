import { lookUp } from '../../../engine/values/look-up.ts';
import type { AgentProduct } from '../../agents/agent-product.ts';
import amp from './amp.ts?module';
import cline from './cline.ts?module';
import opencode from './opencode.ts?module';
import pi from './pi.ts?module';

/** What a plugin file asks hookline. */
export interface PluginLines {
  /** The line of each event. */
  readonly lines: ReadonlyMap<string, string>;
  /** The events that are blocked when hookline cannot answer. */
  readonly held: readonly string[];
}

const programs: Readonly<Record<string, string>> = { opencode, kilo: opencode, cline, amp, pi };

/** The plugin file: what is installed, and the agent's program with what it imports. */
export function pluginText({ name, title }: AgentProduct, { lines, held }: PluginLines): string {
  return `// Written by hookline install, and removed by hookline uninstall. It asks hookline before ${title} acts.
const lines = ${JSON.stringify(Object.fromEntries(lines), null, 2)};
const held = new Set(${JSON.stringify(held)});

${lookUp(programs, name) ?? ''}`;
}

/** The events of a plugin file that hookline wrote, each with its line. */
export function pluginLines(text: string): readonly (readonly [string, string])[] {
  const [, lines = '{}'] = /^const lines = (\{[\s\S]*?^\});$/m.exec(text) ?? [];
  return Object.entries(JSON.parse(lines) as Readonly<Record<string, string>>);
}
