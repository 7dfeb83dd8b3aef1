import { describe, expect, it } from 'vitest';
import { fillInput } from '../../../src/handlers/mcp-tool/mcp-tool.ts';

const event = {
  tool_name: 'Bash',
  tool_input: { command: 'rm -rf ${HOME}', timeout: 5, edits: [{ path: 'a' }], none: null, 'a b': 1 },
  cwd: '${tool_name}',
};

describe('the input of a tool', () => {
  it.each([
    ['${tool_name}', 'Bash'],
    ['${tool_input.timeout}', 5],
    ['${ tool_input.timeout }', 5],
    ['${tool_input}', event.tool_input],
    ['${tool_input.edits.0.path}', 'a'],
    ['${tool_input.edits}', [{ path: 'a' }]],
    ['${tool_input.none}', null],
    ['${tool_input.a b}', 1],
    ['run ${tool_input.command} for ${tool_input.timeout} s', 'run rm -rf ${HOME} for 5 s'],
    ['in ${tool_input.edits}', 'in [{"path":"a"}]'],
    ['<${tool_input.gone}${tool_input.none}>', '<>'],
    ['$tool_name {tool_name} ${', '$tool_name {tool_name} ${'],
    ['${cwd}', '${tool_name}'],
    ['${cwd}/${tool_name}', '${tool_name}/Bash'],
    [7, 7],
    [true, true],
    [null, null],
    [
      ['${tool_name}', '${gone}'],
      ['Bash', null],
    ],
    [{ deep: { at: '${tool_name}' } }, { deep: { at: 'Bash' } }],
  ])('has for %j the value %j', (template, value) => {
    expect(fillInput({ it: template }, event)).toEqual({ it: value });
  });

  it.each([
    '${gone}',
    '${tool_input.gone}',
    '${tool_name.length}',
    '${constructor}',
    '${__proto__}',
    '${tool_input.toString}',
    '${tool_input.edits.length}',
    '${}',
  ])('leaves out what the event does not have: %s', (template) => {
    expect(Object.keys(fillInput({ it: template, other: 1 }, event))).toEqual(['other']);
  });

  it('keeps keys that only look dangerous', () => {
    const filled = fillInput(JSON.parse('{"__proto__": "${tool_name}"}'), event);
    expect(JSON.stringify(filled)).toBe('{"__proto__":"Bash"}');
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });

  it('takes linear time', () => {
    const long = '${'.repeat(200_000);
    expect(fillInput({ it: long }, event)).toEqual({ it: long });
  });
});
