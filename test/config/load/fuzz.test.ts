import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import { ConfigError } from '../../../src/config/source/problem.ts';
import { fc, runs } from '../../support/seed.ts';
import { Project } from '../support.ts';

const examples = [
  `hooks:
  errorBehavior: log
  timeout: 5000
  maxHooksPerPoint: 50
  PreToolUse:
    - name: no-rm
      matcher: "Bash|shell"
      type: command
      handler: exit 0
      timeout: 10
      priority: 10
      guard: true
agents:
  - id: agent1
    backend:
      hooks:
        PreToolUse:
          - { matcher: Write, handler: custom_write_hook.py, type: command }
        PostToolUse:
          override: true
          hooks:
            - { handler: agent1_logging.py, type: command }
`,
  `x-usual: &usual { type: python, timeout: 500ms }
include: []
permissions: { shellExec: true, deny: ["Bash(rm *)"] }
tools: [deploy]
hooks:
  pre:tool:shell: [{ <<: *usual, handler: a.b, env: { A: "1" } }]
  Stop: { parallel: true, hooks: [{ <<: *usual, handler: c.d, onFailure: { timeout: closed } }] }
  PostToolUse: [{ type: builtin, handler: mid-stream-injection, options: { perRound: 2 } }]
`,
];
const pieces = [
  ...[
    ':',
    '-',
    '[',
    ']',
    '{',
    '}',
    '|',
    '"',
    "'",
    '*',
    '&',
    '<<: ',
    '#',
    '\n',
    '\t',
    '  ',
    '\r\n',
    '\u0000',
    '\u{1F600}',
  ],
  ...[
    'null',
    '~',
    '1e999',
    '.nan',
    '-1',
    '__proto__: 1',
    'constructor',
    'toString:',
    '---\n',
    '!!binary ',
    '? ',
  ],
  ...[
    'PreToolUse',
    'hooks:',
    'type: http',
    'guard: true',
    'mode: observe',
    '*usual',
    'override: true',
    'id: "*"',
  ],
];

/** What an unlucky hand may do to a file: put in, take out, double, cut off. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(20),
  put: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 }), fc.constant(null)),
});

function mutate(text: string, edits: readonly { at: number; length: number; put: string | null }[]): string {
  return edits.reduce((current, { at, length, put }) => {
    const start = Math.floor(at * current.length);
    const middle = put ?? current.slice(start, start + length).repeat(2);
    return current.slice(0, start) + middle + current.slice(start + length);
  }, text);
}

describe('any file', () => {
  it('loads, or ends in a ConfigError whose places lie inside it', async () => {
    const project = new Project();
    const file = project.file('h.yaml');
    const mutated = fc
      .tuple(fc.constantFrom(...examples), fc.array(edit, { minLength: 1, maxLength: 6 }))
      .map(([text, edits]) => mutate(text, edits));
    await fc.assert(
      fc.asyncProperty(mutated, async (text) => {
        writeFileSync(file, text);
        const problems = await loadConfig(file, { log: () => undefined, watch: false }).then(
          async (config) => {
            await config.close();
            return config.warnings;
          },
          (error: unknown) => {
            if (!(error instanceof ConfigError)) throw error;
            return error.problems;
          },
        );
        const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
        for (const { place, message } of problems) {
          expect(message).not.toMatch(/Invalid input|undefined|\[object/);
          expect(place.file).toBe(file);
          expect(place.line).toBeLessThanOrEqual(lines.length);
          expect(place.column).toBeGreaterThanOrEqual(1);
          expect(place.column).toBeLessThanOrEqual((lines[place.line - 1] ?? '').length + 1);
          expect(place.endColumn).toBeGreaterThan(place.column);
        }
      }),
      { numRuns: runs(40) },
    );
  });
});
