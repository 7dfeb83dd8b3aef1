import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageName } from '../../../src/builtin/destructive-commands/setting/included-rules.ts';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const acme = `rules:
  - id: acme.deploy
    severity: deny
    catches: Deploying by hand.
    why: it goes to production
    instead: Open a pull request.
    calls: [{ program: deploy, flags: [--prod] }]
    stops: [deploy --prod]
    passes: [deploy --staging]
`;

const options = `
        include: npm:acme
        packs: { kubernetes: false }
        severity: { git.push-force: ask, git.stash: off }
        allow:
          - { rule: filesystem.remove, path: "generated*" }
          - { rule: cloud.destroy, command: "terraform destroy -target=test*" }
        rules:
          - id: own.release
            catches: Releasing by hand.
            why: it cannot be taken back
            instead: Use the pipeline.
            calls: [{ program: release, word: "v*", without: [--dry-run] }]
            stops: [release v1]
            passes: [release --dry-run v1]`;

const files = (own: string, rules = acme): Record<string, string> => ({
  'package.json': '{}',
  'node_modules/hookline-config-acme/package.json': '{"name":"hookline-config-acme"}',
  'node_modules/hookline-config-acme/rules.yaml': rules,
  'hookline.yaml': `hooks:
  PreToolUse:
    - name: destructive-commands
      type: builtin
      handler: destructive-commands
      guard: true
      options:${own}
`,
});

/** What the guard makes of a command: one session of the agent loop, in which each command is a call. */
async function judged(folder: string, commands: readonly string[]): Promise<readonly (string | null)[]> {
  const turns = commands.map((command) => ({ text: '', tools: [{ name: 'Bash', input: { command } }] }));
  const script = JSON.stringify({ prompt: 'go', turns: [...turns, { text: 'done' }] });
  writeFileSync(join(folder, 'script.yaml'), script);
  const words = ['run', '--config', 'hookline.yaml', '--script', 'script.yaml', '--json'];
  const { stdout } = await hookline(words, { cwd: folder, env: { PATH: '/nowhere' } });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; content: string })
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => /[a-z-]+\.[a-z-]+: "[\s\S]*/.exec(content)?.[0] ?? null);
}

describe('the options of destructive-commands', () => {
  it('set packs, severities, what passes, and rules of one’s own and of packages', async () => {
    const folder = folderWith(files(options));
    const reasons: readonly (readonly [string, RegExp | null])[] = [
      ['sudo deploy --prod', /^acme\.deploy: "deploy --prod": it goes to production\. Open a pull request/],
      ['deploy --staging', null],
      ["sh -c 'release v2'", /^own\.release: "/],
      ['release v2 --dry-run', null],
      ['kubectl delete ns prod', null],
      ['git push --force', /^git\.push-force/],
      ['git stash drop', null],
      ['rm -rf generated', null],
      ['rm -rf generated src', /^filesystem\.remove/],
      ['rm -rf generated/../src', /^filesystem\.remove/],
      ['rm -rf "generated$X"', /^filesystem\.remove/],
      ['terraform destroy -target=test.a', null],
      ['terraform destroy -target=test.a -target=prod', /^cloud\.destroy/],
      ['terraform destroy', /^cloud\.destroy/],
    ];
    const answers = await judged(
      folder,
      reasons.map(([command]) => command),
    );
    expect(answers).toHaveLength(reasons.length);
    for (const [at, [command, reason]] of reasons.entries()) {
      if (reason === null) expect([command, answers[at]]).toEqual([command, null]);
      else expect(answers[at]).toMatch(reason);
    }
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'git push -f' } });
    const asked = await hookline(['fire', 'PreToolUse', '--input', '-', '--json'], { cwd: folder, input });
    expect(JSON.parse(asked.stdout)).toMatchObject({
      decision: 'ask',
      reason: expect.stringMatching(/^git\.push-force: "git push -f": /),
    });
  });

  it.each([
    ['packs: { gti: false }', /hookline\.yaml:8:\d+: error: .*there is no pack "gti", did you mean "git"/],
    ['severity: { git.push-forse: ask }', /hookline\.yaml:8:\d+: error: .*did you mean "git\.push-force"/],
    ['severity: { git.push-force: never }', /hookline\.yaml:8:\d+: error: .*deny, ask, off/],
    [
      'allow: [{ rule: git.push, command: x }]',
      /hookline\.yaml:8:\d+: error: .*there is no rule "git\.push"/,
    ],
    ['allow: [{ rule: git.push-force }]', /hookline\.yaml:8:\d+: error: .*a "command" or a "path"/],
    ['include: npm:nobody', /hookline\.yaml:5:\d+: error: .*npm install --save-dev hookline-config-nobody/],
    ['rules: [{ id: x }]', /hookline\.yaml:8:\d+: error: .*such as "deploy\.production"/],
  ])('tells what is wrong with %s, and where', async (own, message) => {
    const folder = folderWith(files(`\n        ${own}`));
    const { code, stdout, stderr } = await hookline(['validate'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(message);
  });

  it('refuses a rule that does not stop what it says it stops, wherever it comes from', async () => {
    const own = folderWith(files(options.replace('stops: [release v1]', 'stops: [release v1, ship v1]')));
    expect((await hookline(['validate'], { cwd: own })).stdout).toMatch(
      /hookline\.yaml:20:\d+: error: .*the rule does not stop "ship v1"/,
    );
    const others = folderWith(files(options, acme.replace('[deploy --prod]', '[deploy]')));
    expect((await hookline(['validate'], { cwd: others })).stdout).toMatch(
      /rules\.yaml:8:13: acme\.deploy: the rule does not stop "deploy"/,
    );
  });

  it.each([
    ['acme', 'hookline-config-acme'],
    ['hookline-config-acme', 'hookline-config-acme'],
    ['@acme', '@acme/hookline-config'],
    ['@acme/strict', '@acme/hookline-config-strict'],
    ['@acme/hookline-config', '@acme/hookline-config'],
    ['@acme/hookline-config-strict', '@acme/hookline-config-strict'],
  ])('takes npm:%s for the package %s', (name, full) => {
    expect(packageName(name)).toBe(full);
  });
});
