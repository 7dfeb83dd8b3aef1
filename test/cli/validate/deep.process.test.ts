import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const files = {
  'fine.sh': '#!/bin/sh\nif grep -q "rm -rf"; then echo no >&2; exit 2; fi\n',
  'fails.sh': '#!/bin/sh\nif grep -q "rm -rf"; then exit 2; fi\nexit 5\n',
  'fine.mjs':
    'export default ({ tool_input }) => (tool_input.command === "rm" ? { decision: "deny" } : undefined);\n',
  'throws.mjs': 'export default () => { throw new Error("no rules here"); };\n',
  'rules.py':
    'import json\n\ndef fine(event):\n    return None\n\ndef late(event):\n    return json.lods("{}")\n',
};

const config = `hooks:
  PreToolUse:
    - { name: fine, matcher: Bash, handler: ./fine.sh, guard: true }
    - { name: module, handler: ./fine.mjs, guard: true }
    - { name: python, type: python, handler: rules.fine, guard: true }
    - { name: observer, handler: ./fails.sh }
    - { name: throws, handler: ./throws.mjs, guard: true }
    - { name: late, type: python, handler: rules.late, guard: true }
    - { name: fails, matcher: Bash, handler: ./fails.sh, guard: true }
    - { name: argument, matcher: Bash, handler: python3 -c "import argparse; p = argparse.ArgumentParser(); p.add_argument('x'); p.parse_args()", guard: true }
    - { name: all, matcher: WebFetch, type: command, handler: "echo no web >&2; exit 2", guard: true }
    - { name: known, matcher: WebSearch, type: command, handler: "exit 2", guard: true } # hookline-ignore guard-stops-all
    - { name: server, matcher: mcp__db__query, type: command, handler: "exit 4", guard: true }
    - { name: idle, matcher: Bash, handler: ./fine.sh, guard: true } # hookline-ignore guard-stops-all
`;

interface Report {
  readonly problems: readonly {
    readonly code?: string;
    readonly message: string;
    readonly place: { readonly line: number };
  }[];
}

async function report(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const { stdout } = await hookline(['validate', '--json', ...words], { cwd });
  const { problems } = JSON.parse(stdout) as Report;
  return problems.map(({ code, message, place }) => `${place.line}: ${message} [${code}]`);
}

describe('hookline validate --deep', () => {
  it('runs each guard once with a harmless event, and tells those that fail or stop it', async () => {
    const cwd = folderWith({ ...files, 'hookline.yaml': config });
    expect(await report(['--deep'], cwd)).toEqual([
      expect.stringMatching(
        /^7: it fails at a harmless event .* \(threw\): .*no rules here.*\[guard-failing\]$/,
      ),
      expect.stringMatching(/^8: it fails at a harmless event .*lods.*\[guard-failing\]$/),
      expect.stringMatching(/^9: it fails at a harmless event .* \(exit\): .*\[guard-failing\]$/),
      expect.stringMatching(/^10: it ends with 2 because it is broken: .*\[guard-failing\]$/),
      expect.stringMatching(/^11: it also stops a harmless event .*WebFetch.*\[guard-stops-all\]$/),
      expect.stringMatching(/^13: it fails at a harmless event .*mcp__db__query.*\[guard-failing\]$/),
      '14: there is no warning "guard-stops-all" here to ignore [ignore-unused]',
    ]);
  });

  it('is asked for: without it no guard runs, and no comment about a run is unused', async () => {
    const cwd = folderWith({ ...files, 'hookline.yaml': config });
    expect(await report([], cwd)).toEqual([]);
  });
});
