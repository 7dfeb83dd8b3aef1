import { existsSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentEvent } from '../../agent/loop/events.ts';
import { readScript } from '../../agent/script/script.ts';
import { ScriptedModel } from '../../agent/script/scripted-model.ts';
import type { Registrar } from '../../engine/hooks/registrar.ts';
import { deny } from '../../engine/outcome/effects.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { recordConfig } from '../../gateway/host/record-config.ts';
import { defaultTraceFolder, sessionFile } from '../../trace/write/session-files.ts';
import type { CommandCall, CommandRun } from '../command.ts';
import { demoFiles, demoScripts } from '../demo/demo-files.ts';
import { Timeline } from '../demo/timeline.ts';
import { withConfig } from '../input/with-config.ts';
import { withAgent } from '../run/with-agent.ts';

export const runDemo: CommandRun = async (call) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hookline-demo-')));
  try {
    await writeFiles(folder);
    introduce(call);
    conclude(call, await play(call, folder));
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function writeFiles(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(demoFiles)) {
    const file = join(folder, name);
    await makeFolder(dirname(file));
    await writeFile(file, text);
  }
  for (const name of demoScripts) await chmod(join(folder, name), 0o755);
}

function introduce({ terminal }: CommandCall): void {
  const { bold, dim } = terminal.colors;
  terminal.print(
    bold('An agent tidies up a folder. The model is scripted; the tools and the hooks are real.'),
  );
  terminal.print(dim('hookline.yaml:'));
  const lines = (demoFiles['hookline.yaml'] ?? '').trimEnd().split('\n');
  terminal.print(...lines.map((line) => dim(`  ${line}`)), '');
}

async function play(call: CommandCall, folder: string): Promise<string | null> {
  const sessionId = `demo-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
  const timeline = new Timeline(call.terminal);
  const script = await readScript(join(folder, 'script.yaml'));
  const demoCall = { ...call, options: { config: [join(folder, 'hookline.yaml')] } };
  const nothing = (): void => undefined;
  return withConfig(
    demoCall,
    async (config) => {
      const recording = await recordConfig(config, nothing);
      config.hooks.intercept(timeline.interceptor);
      const readOnly = () => deny('explorers only read');
      const chosen = {
        model: new ScriptedModel(script),
        prompt: script.prompt,
        agentId: null,
        script,
        subagents: {
          explore: {
            description: 'Reads files, and changes nothing.',
            // This hook applies only to the explorer, while it runs.
            hooks: (scope: Registrar) => {
              scope.on('PreToolUse', { name: 'read-only', matcher: 'Write|Edit|Bash' }, readOnly);
            },
          },
        },
      };
      const setting = {
        config,
        chosen,
        permissionMode: 'bypassPermissions' as const,
        hookMessages: false,
        sessionId,
        cwd: folder,
        transcripts: join(folder, '.transcripts'),
        approver: () => {
          timeline.say('person', 'yes, go ahead (the demo answers for you)');
          return true;
        },
        tell: (message: string) => call.terminal.tell(message),
        onEvent: (event: AgentEvent) => timeline.show(event),
      };
      await withAgent(setting, async ({ agent }) => {
        timeline.say('person', script.prompt);
        for await (const event of agent.run(script.prompt, { end: true, signal: call.signal })) void event;
      });
      await recording?.stop();
      return recording === null ? null : recordedAs(recording.folder, sessionId);
    },
    { log: nothing },
  );
}

function recordedAs(folder: string, session: string): string | null {
  const file = join(folder, sessionFile(session));
  if (!existsSync(file)) return null;
  return folder === defaultTraceFolder() ? session : file;
}

function conclude({ terminal }: CommandCall, recorded: string | null): void {
  const { bold, dim } = terminal.colors;
  terminal.print(`\n${bold('What to try next')}`);
  const steps = [
    ['npx hookline init --guards', 'write a policy with the recommended guards'],
    ['npx hookline install', 'connect the agents on this machine to it'],
    ['npx hookline test --canary', 'check that every guard blocks what it must'],
    ['npx hookline explain PreToolUse --tool Bash', 'see which hooks run, and why'],
  ] as const;
  terminal.printTable(
    steps.map(([line, meaning]) => [line, dim(meaning)]),
    { indent: '  ' },
  );
  if (recorded !== null)
    terminal.print(`\n${bold('See what just happened, in the browser:')} npx hookline ui ${recorded}`);
}
