// What `npm start` shows: one guard, one rewrite and one injection around a tool that really runs.
import { execFileSync } from 'node:child_process';
import { deny, Hooks, inject, modify } from 'hookline';

const hooks = new Hooks({ timing: true });

hooks.on('PreToolUse', { name: 'no-rm', matcher: 'Bash', guard: true, priority: 10 }, ({ tool_input }) => {
  const isDestructive = String(tool_input['command']).includes('rm -rf');
  return isDestructive ? deny('destructive command') : undefined;
});

hooks.on('PreToolUse', { name: 'dry-run', matcher: 'Bash' }, ({ tool_input }) => {
  const command = String(tool_input['command']);
  if (command.startsWith('git push')) return modify({ command: command.replace('push', 'push --dry-run') });
  return command === 'clean' ? modify({ command: 'rm -rf build' }) : undefined;
});

hooks.on('PreToolUse', { name: 'style', matcher: 'Bash' }, () => inject('Answer in one sentence.'));

/**
 * A tool call as an agent makes it: ask the hooks first, then do what the outcome says.
 * @param {string} command
 */
async function bash(command) {
  const outcome = await hooks.fire('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'call-1',
  });
  console.log(`\n> ${command}`);
  for (const run of outcome.runs) {
    const effects = run.effects.map(({ type }) => type).join(', ') || '·';
    console.log(
      `  ${run.hook.padEnd(8)} ${run.status.padEnd(8)} ${(run.durationMs ?? 0).toFixed(2)} ms  ${effects}`,
    );
  }
  if (outcome.decision === 'deny') {
    console.log(`  denied by ${outcome.decidedBy}: ${outcome.reason}`);
    return;
  }
  const { command: approved } = /** @type {{ command: string }} */ (outcome.value);
  console.log(`  runs: ${approved}`);
  if (approved.startsWith('echo'))
    console.log(`  ${execFileSync('sh', ['-c', approved], { encoding: 'utf8' }).trim()}`);
  for (const { content, into } of outcome.injections)
    console.log(`  the model will also read, in its ${into} prompt: ${content}`);
}

await bash('echo hello from a tool');
await bash('rm -rf /');
await bash('git push origin main');
await bash('clean');
console.log('\nThe last one was rewritten into something that the guard had not seen; so it judged again.');
