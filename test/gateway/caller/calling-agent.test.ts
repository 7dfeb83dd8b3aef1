import { describe, expect, it } from 'vitest';
import { callingAgent, parentProcesses } from '../../../src/gateway/caller/calling-agent.ts';

const above = (lines: readonly string[], environment: Readonly<Record<string, string>> = {}): string | null =>
  callingAgent({ environment, parents: lines.map((line) => ({ words: line.split(' ') })) });

describe('an agent above a process', () => {
  it.each([
    ['claude'],
    ['/home/u/.local/bin/claude --resume'],
    ['node --max-old-space-size=4096 /usr/local/bin/gemini'],
    ['node /usr/lib/node_modules/@google/gemini-cli/bundle/start.js'],
    ['/usr/lib/node_modules/@openai/codex/vendor/x86_64/codex/codex exec'],
    ['bun /home/u/.bun/bin/opencode'],
    ['timeout 60 claude -p hello'],
    ['node /usr/local/bin/hookline run --model x'],
  ])('is seen in its program: %s', (line) => {
    expect(above(['-zsh', '/bin/bash -c hookline', line, '/sbin/init'])).toMatch(/is above it/);
  });

  it.each(['CLAUDECODE', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'GEMINI_CLI', 'OPENCODE'])(
    'is seen in the environment: %s',
    (name) => {
      expect(above(['-zsh'], { [name]: '1' })).toContain(`sets ${name}`);
      expect(above(['-zsh'], { [name]: '' })).toBeNull();
    },
  );

  it.each([
    ['-zsh'],
    ['/usr/bin/tmux new -s claude'],
    ['vim claude'],
    ['sshd: user@pts/0'],
    ['node /home/u/claude-tools/server.js'],
    ['/usr/bin/gnome-terminal-server'],
    ['node /usr/local/bin/hookline daemon run'],
  ])('is not seen in what a person runs: %s', (line) => {
    expect(above([line])).toBeNull();
  });
});

it('tells the processes above this one', () => {
  const [nearest] = parentProcesses();
  expect(nearest?.words.join(' ')).toMatch(/node|vitest|npm/);
});
