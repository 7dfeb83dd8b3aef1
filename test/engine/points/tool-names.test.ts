import { describe, expect, it } from 'vitest';
import { compileMatcher } from '../../../src/engine/hooks/matcher.ts';
import {
  canonicalTool,
  isToolNamed,
  tableOfNames,
  toolOnWire,
  toolsNamed,
} from '../../../src/engine/points/tool-names.ts';

describe('the names of a tool', () => {
  it('are one that events carry, and others', () => {
    expect(
      ['Bash', 'shell', 'run_shell_command', 'Agent', 'Write', 'constructor'].map(canonicalTool),
    ).toEqual(['Bash', 'Bash', 'Bash', 'Task', 'Write', 'constructor']);
  });

  it('mean the same tool, whichever of them is used', () => {
    const names = ['Bash', 'shell', 'run_shell_command', 'execute_command'];
    for (const name of names) expect(new Set(toolsNamed(name))).toEqual(new Set(names));
    expect(toolsNamed('PowerShell')).toEqual(['PowerShell']);
    expect(toolsNamed('__proto__')).toEqual(['__proto__']);
  });

  it('of Edit and Write mean apply_patch too, and not the other way round', () => {
    expect(isToolNamed('apply_patch', 'Edit')).toBe(true);
    expect(isToolNamed('apply_patch', 'Write')).toBe(true);
    expect(isToolNamed('Edit', 'apply_patch')).toBe(false);
    expect(isToolNamed('Edit', 'Write')).toBe(false);
  });

  it('are no chain: what a name means, each of its meanings is a tool of the same canonical name or stands for it', () => {
    for (const name of tableOfNames)
      for (const meant of toolsNamed(name))
        expect([canonicalTool(name), 'apply_patch']).toContain(canonicalTool(meant));
  });

  it('differ by wire where a wire has a word of its own', () => {
    expect(toolOnWire('Bash', 'armament')).toBe('shell');
    expect(toolOnWire('Bash', 'claude-code')).toBe('Bash');
    expect(toolOnWire('Task', 'claude-code')).toBe('Agent');
    expect(toolOnWire('apply_patch', 'claude-code')).toBe('apply_patch');
    expect(toolOnWire('toString', 'constructor')).toBe('toString');
    expect(toolOnWire('Bash', 'constructor')).toBe('Bash');
  });

  it('count for matchers of tools alone', () => {
    expect(compileMatcher('shell', 'tool_name').matches('Bash')).toBe(true);
    expect(compileMatcher('shell', 'phase').matches('Bash')).toBe(false);
    expect(compileMatcher('shell').literals).toEqual(['shell']);
  });
});
