import { toolOnWire } from '../../engine/points/tool-names.ts';
import type { NameTest } from '../expression-matcher.ts';

/** The name of no tool. An expression that matches it is about any tool but some, and names none. */
const noTool = '\u0000';

/** Claude Code has its own name for some tools. An expression that names it means the tool, as a list of names does. */
export function byEitherName(matches: NameTest): NameTest {
  return (value) => {
    if (matches(value)) return true;
    const other = toolOnWire(value, 'claude-code');
    return other !== value && matches(other) && !matches(noTool);
  };
}
