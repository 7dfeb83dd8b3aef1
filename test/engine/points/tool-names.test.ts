import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileMatcher } from '../../../src/engine/hooks/matcher.ts';
import {
  canonicalTool,
  isToolNamed,
  tableOfNames,
  toolOnWire,
  toolsNamed,
  toolsSpelled,
} from '../../../src/engine/points/tool-names.ts';
import { compileClaudeMatcher } from '../../../src/protocols/claude-code/matcher.ts';

describe('the names of a tool', () => {
  it('are one that events carry, and others', () => {
    expect(
      ['Bash', 'shell', 'run_shell_command', 'Agent', 'Write', 'constructor'].map(canonicalTool),
    ).toEqual(['Bash', 'Bash', 'Bash', 'Task', 'Write', 'constructor']);
  });

  it('mean the same tool, whichever of them is used', () => {
    const names = toolsNamed('Bash');
    expect(names).toEqual(expect.arrayContaining(['Bash', 'shell', 'exec_command', 'run_shell_command']));
    for (const name of names) expect(new Set(toolsNamed(name))).toEqual(new Set(names));
    expect(new Set(toolsNamed('PowerShell'))).toEqual(new Set(['PowerShell', 'pwsh']));
    expect(toolsNamed('__proto__')).toEqual(['__proto__']);
  });

  it('of Edit and Write mean apply_patch too, and not the other way round', () => {
    expect(isToolNamed('apply_patch', 'Edit')).toBe(true);
    expect(isToolNamed('apply_patch', 'Write')).toBe(true);
    expect(isToolNamed('ApplyPatch', 'edit_file')).toBe(true);
    expect(isToolNamed('Edit', 'apply_patch')).toBe(false);
    expect(isToolNamed('Edit', 'Write')).toBe(false);
  });

  it('are no chain: what a name means, each of its meanings is a tool of the same canonical name or stands for it', () => {
    for (const name of tableOfNames)
      for (const meant of toolsNamed(name))
        expect([canonicalTool(name), 'apply_patch', 'str_replace_editor', 'fs_write']).toContain(
          canonicalTool(meant),
        );
  });

  it('are all in the guide', () => {
    const guide = readFileSync(new URL('../../../docs/guides/hooks.md', import.meta.url), 'utf8');
    expect(tableOfNames.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it('are each of one tool alone', () => {
    expect(new Set(tableOfNames).size).toBe(tableOfNames.length);
  });

  it.each([
    ['Bash', 'shell run_shell_command exec_command execute_command execute_bash developer__shell'],
    ['Bash', 'local_shell shell_command run_in_terminal'],
    ['Write', 'write_file create_file'],
    ['Edit', 'edit_file replace_string_in_file'],
    ['Read', 'read_file fs_read'],
    ['Grep', 'search_file_content grep_search'],
    ['LS', 'list_directory'],
    ['Task', 'Agent spawn_agent invoke_agent'],
    ['WebFetch', 'web_fetch FetchUrl'],
    ['WebSearch', 'web_search google_web_search'],
    ['TodoWrite', 'write_todos'],
    ['apply_patch', 'ApplyPatch applypatch'],
    ['PowerShell', 'pwsh'],
  ])('of agents mean %s: %s', (tool, names) => {
    for (const name of names.split(' ')) {
      expect(canonicalTool(name)).toBe(tool);
      expect(compileMatcher(`x|${name}`, 'tool_name').matches(tool)).toBe(true);
      expect(compileMatcher(tool, 'tool_name').matches(name)).toBe(true);
      expect(compileClaudeMatcher(name, 'PreToolUse', 'tool_name').matches(tool)).toBe(true);
    }
  });

  it.each([
    ['Bash', 'bash Shell Execute'],
    ['Write', 'write create Create WriteFile'],
    ['Edit', 'edit replace'],
    ['Read', 'read view'],
    ['Task', 'task'],
    ['TodoWrite', 'todowrite'],
  ])('that differ in little or mean much are those of %s only where agents call: %s', (tool, names) => {
    for (const name of names.split(' ')) {
      expect(canonicalTool(name)).toBe(tool);
      expect(toolsSpelled(name)).toContain(tool);
      expect(compileMatcher(name, 'tool_name').matches(tool)).toBe(false);
      expect(compileMatcher(tool, 'tool_name').matches(name)).toBe(false);
    }
  });

  it('do not count for expressions and classes', () => {
    for (const pattern of ['[!B]*', 'sh*', 'shel?', 'ba*', '[!x]hell'])
      expect(compileMatcher(pattern, 'tool_name').matches('Bash')).toBe(false);
    for (const pattern of ['^(?!Bash)', '^shell$', '^bash', '.*_command'])
      expect(compileClaudeMatcher(pattern, 'PreToolUse', 'tool_name').matches('Bash')).toBe(false);
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
