import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startHookline } from '../support/command-line/cli.ts';
import { hookline } from '../support/command-line/served.ts';
import { folderWith } from '../support/folder-with.ts';

/** Modules in the process, since a thread takes longer to start than all else. */
const config = `
hooks:
  PreToolUse:
    - { name: no-rm, matcher: "Bash|Write", type: module, handler: ./rules.mjs, guard: true, isolate: false }
    - { name: note, matcher: Bash, type: module, handler: "./rules.mjs#note", isolate: false }
  Stop:
    - { name: never, type: command, handler: "true" }
`;
const rules = `
export default ({ tool_input }) =>
  tool_input.command.includes('rm -rf') ? { decision: 'deny', reason: 'destructive command' } : undefined;
export const note = ({ tool_input }) => ({ updated_input: { ...tool_input, quiet: true }, systemMessage: 'quiet please' });
`;
const passing = `
tests:
  - name: rm is denied
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: rm -rf / } }
    expect: { decision: deny, reason: destructive, decidedBy: no-rm, ran: [no-rm], notRan: never }
  - fire: pre:tool:Bash
    input: { tool_input: { command: ls } }
    expect:
      decision: null
      reason: null
      value: { command: ls, quiet: true }
      modified: true
      injections: [{ content: /quiet/i, into: system, hook: note }]
      notices: []
      ran: [no-rm, note]
`;

function testFolder(tests: string, more: Readonly<Record<string, string>> = {}): string {
  return folderWith({ 'hookline.yaml': config, 'rules.mjs': rules, 'hookline.test.yaml': tests, ...more });
}

const one = (expect: string): string => `
tests:
  - name: it
    fire: PreToolUse
    input: { tool_name: Bash, tool_input: { command: ls } }
    expect: ${expect}
`;

describe('hookline test', () => {
  it('passes when everything is as expected, and tells what no test reaches', async () => {
    const inThreads = config.replaceAll(', isolate: false', '');
    const cwd = testFolder(passing, { 'hookline.yaml': inThreads });
    const { code, stdout } = await hookline(['test'], { cwd });
    expect(stdout).toMatch(/✓ rm is denied \d+ ms\n✓ pre:tool:Bash #2 \d+ ms\n/);
    expect(stdout).toMatch(
      /Not shown by any test\n {2}never for Write {2}no-rm .*\n {2}never ran {8}never .*\n/,
    );
    expect(stdout).toMatch(/✓ 2 passed, 0 failed, 1 of 3 hooks covered\n$/);
    expect(code).toBe(0);
  });

  it('shows every difference', async () => {
    const differences: readonly (readonly [expected: string, message: string])[] = [
      ['{ decision: deny }', 'decision: expected "deny", got null'],
      ['{ reason: because }', 'reason: expected "because", got null'],
      ['{ decidedBy: note }', 'decidedBy: expected "note", got null'],
      ['{ value: { command: pwd, extra: 1 } }', 'value.command: "pwd" expected, got "ls"'],
      ['{ value: { command: ls, quiet: true, extra: 1 } }', 'value.extra: missing 1'],
      ['{ value: { command: ls } }', 'value.quiet: not expected true'],
      ['{ modified: false }', 'modified: expected false, got true'],
      [
        '{ injections: [] }',
        'injections[0]: not expected: {"content":"quiet please","into":"system","hook":"note"}',
      ],
      ['{ injections: [quiet, more] }', 'injections[1]: "more" is missing'],
      [
        '{ injections: [loud and clear] }',
        'injections[0]:\n      expected "loud and clear"\n      got      {"content":"quiet please"',
      ],
      ['{ ran: no-rm }', 'ran: expected ["no-rm"], got ["no-rm","note"]'],
      ['{ notRan: note }', 'notRan: "note" ran'],
      ['{ failed: note }', 'failed: "note" did not fail'],
      ['{ notRan: nope }', 'notRan: no hook is called "nope", did you mean "note"?'],
    ];
    const tests = differences.map(
      ([expected], at) =>
        `  - { name: no. ${at}, fire: PreToolUse, input: { tool_name: Bash, tool_input: { command: ls } }, expect: ${expected} }`,
    );
    const { code, stdout } = await hookline(['test'], { cwd: testFolder(`tests:\n${tests.join('\n')}\n`) });
    for (const [at, [, message]] of differences.entries()) {
      const [, own = ''] = stdout.split(`✗ no. ${at} hookline.test.yaml:${at + 2}:5\n`);
      expect(own.startsWith(`    ${message}`), `${message}\n${own.slice(0, 200)}`).toBe(true);
    }
    expect(stdout.split('what happened:\n      PreToolUse  go ahead').length - 1).toBe(differences.length);
    expect(code).toBe(1);
  });

  it('fails when a hook fails, unless that is expected', async () => {
    const broken = 'hooks: { Stop: [{ name: bad, type: command, handler: exit 3 }] }';
    const tests = (expect: string): string => `tests: [{ fire: Stop, expect: ${expect} }]`;
    const cwd = folderWith({
      'hookline.yaml': broken,
      'a.test.yaml': tests('{ decision: null }'),
      'b.test.yaml': tests('{ failed: bad }'),
    });
    const { code, stdout } = await hookline(['test', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      tests: [
        { passed: false, problems: [expect.stringContaining('"bad" failed (exit)')] },
        { passed: true },
      ],
    });
    expect(code).toBe(1);
  });

  it.each([
    [
      'tests: [{ fire: PreToolUze, expect: { ran: [] } }]',
      '1:17: error: unknown point "PreToolUze", did you mean "PreToolUse"?',
    ],
    [
      'tests: [{ fire: Stop, expect: { desicion: deny } }]',
      '1:33: error: unknown key "desicion", did you mean "decision"?',
    ],
    [
      'tests: [{ fire: Stop, decision: deny, expect: { ran: [] } }]',
      '1:23: error: unknown key "decision"; it is a key of "expect"',
    ],
    ['tests: [{ fire: Stop, expects: {} }]', 'unknown key "expects", did you mean "expect"?'],
    ['test: []', '1:1: error: unknown key "test", did you mean "tests"?'],
    ['tests: []', '1:8: error: "tests" has no tests'],
    ['', 'error: "tests" is missing'],
    [
      'tests: [{ fire: Stop, expect: {} }]',
      '1:31: error: "expect" expects nothing; say what must come of it',
    ],
    ['tests: [{ fire: Stop }]', '"expect" is missing: it takes what must come of it'],
    [
      'tests: [{ fire: Stop, expect: { decision: denied } }]',
      '1:43: error: "decision" takes one of allow, deny, ask',
    ],
    ['tests: [{ fire: Stop, expect: { reason: "/[/" } }]', `"reason" isn't a regular expression`],
    [
      'tests: [{ fire: Stop, expect: { injections: [{ contnet: x }] } }]',
      'unknown key "contnet", did you mean "content"?',
    ],
    ['tests: [', 'error: '],
  ])('tells what is wrong with %s', async (tests, message) => {
    const { code, stdout, stderr } = await hookline(['test'], { cwd: testFolder(tests) });
    expect(stderr).toContain('hookline.test.yaml:');
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  it('says so when there are no tests, or no such file', async () => {
    const cwd = folderWith({ 'hookline.yaml': config, 'rules.mjs': rules });
    expect((await hookline(['test'], { cwd })).stderr).toContain('there is no test file here');
    expect((await hookline(['test', 'none.test.yaml'], { cwd })).stderr).toContain(
      'none.test.yaml cannot be read: it does not exist',
    );
  });

  it('takes the configuration that the test file names, or the call', async () => {
    const cwd = folderWith({
      'tests/a.test.yaml': 'config: ../other.yaml\ntests: [{ fire: Stop, expect: { ran: other } }]',
      'other.yaml': 'hooks: { Stop: [{ name: other, type: command, handler: "true" }] }',
      'third.yaml': 'hooks: { Stop: [{ name: third, type: command, handler: "true" }] }',
    });
    expect((await hookline(['test'], { cwd })).code).toBe(0);
    expect((await hookline(['test', '-c', 'third.yaml'], { cwd })).stdout).toContain(
      'no hook is called "other"',
    );
  });
});

describe('hookline test --canary', () => {
  it('shows that a guard can still deny', async () => {
    const { code, stdout } = await hookline(['test', '--canary'], { cwd: testFolder(passing) });
    expect(stdout).toMatch(/Canaries\n {2}✓ denies {2}no-rm {2}shown by "rm is denied"/);
    expect(code).toBe(0);
  });

  it.each([
    ['no test shows it', config, one('{ decision: null }'), 'no test expects it to deny: add one'],
    [
      'it only fails closed',
      'hooks: { PreToolUse: [{ name: no-rm, type: command, handler: exit 3, guard: true }] }',
      one('{ decision: deny, decidedBy: no-rm, failed: no-rm }'),
      'it failed (exit) instead of denying',
    ],
  ])('tells a dead canary: %s', async (_, hooks, tests, problem) => {
    const cwd = testFolder(tests, { 'hookline.yaml': hooks });
    const { code, stdout } = await hookline(['test', '--canary'], { cwd });
    expect(stdout).toContain('✗ dead');
    expect(stdout).toContain(problem);
    expect(stdout).toMatch(/1 dead canary/);
    expect(code).toBe(1);
  });
});

describe('hookline test --junit', () => {
  const read = `
import sys, xml.etree.ElementTree as tree
for case in tree.parse(sys.argv[1]).getroot().iter("testcase"):
    failure = case.find("failure")
    print(repr((case.get("name"), None if failure is None else failure.get("message"))))
`;

  it('writes XML that can be read, whatever stands in it', async () => {
    const name = 'a "name" with <signs> & \u0007 and \u{1f600}';
    const tests = one('{ decision: deny }').replace('name: it', `name: ${JSON.stringify(name)}`);
    const cwd = testFolder(tests);
    const { code } = await hookline(['test', '--canary', '--junit', 'out.xml'], { cwd });
    expect(code).toBe(1);
    const printed = execFileSync('python3', ['-c', read, join(cwd, 'out.xml')], { encoding: 'utf8' });
    expect(printed).toContain('a "name" with <signs> & \ufffd and \u{1f600}');
    expect(printed).toContain('decision: expected "deny", got null');
    expect(printed).toContain('no-rm holds');
    expect(readFileSync(join(cwd, 'out.xml'), 'utf8')).toContain(
      '<testsuite name="hookline" tests="1" failures="1"',
    );
  });

  it('says so when it cannot write', async () => {
    const { code, stderr } = await hookline(['test', '--junit', 'no/such/folder.xml'], {
      cwd: testFolder(passing),
    });
    expect(stderr).toContain('no/such/folder.xml cannot be written');
    expect(code).toBe(1);
  });
});

describe('hookline test --watch', () => {
  it('runs again when a handler, a test or the configuration changes, and ends on SIGINT', async () => {
    const cwd = testFolder(passing);
    const running = startHookline(['test', '--watch'], { cwd });
    await running.shows('watching for changes');
    writeFileSync(join(cwd, 'rules.mjs'), rules.replace('destructive command', 'too dangerous'));
    await running.shows('reason: expected "destructive", got "too dangerous"');
    writeFileSync(
      join(cwd, 'hookline.test.yaml'),
      passing.replace('reason: destructive', 'reason: dangerous'),
    );
    await running.shows('2 passed, 0 failed, 1 of 3 hooks covered');
    writeFileSync(join(cwd, 'hookline.yaml'), config.replace('name: note', 'name: remark'));
    await running.shows('no hook is called "note"');
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(130);
  });
});
