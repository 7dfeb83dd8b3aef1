import { shortPath } from '../../../config/source/problem.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import { applyChange } from '../../../gateway/install/install-change.ts';
import { mcpAgentNamed } from '../../../gateway/install/mcp/mcp-files.ts';
import { type McpPlan, planMcp } from '../../../gateway/install/mcp/mcp-plan.ts';
import { asPerson } from '../../../gateway/state/watched-files.ts';
import type { CommandCall, CommandRun } from '../../command.ts';
import { mayWrite } from '../people/person.ts';
import { changeData, requirePolicy, scopeOf, showChanges } from './install-call.ts';

/** `install --mcp` and `uninstall --mcp`. */
export const runInstallMcp: CommandRun = async (call) => {
  const { options, terminal, isJson, name } = call;
  const scope = scopeOf(options);
  const folder = process.cwd();
  const how = name === 'install' ? 'wrap' : 'unwrap';
  if (how === 'wrap' && scope === 'project') requirePolicy(folder);
  const plan = await planMcp(how, { agents: call.arguments.map(mcpAgentNamed), scope, folder });
  const { changes, servers } = plan;
  const exitCode = servers.every(({ problem }) => problem === null) ? 0 : 1;
  const report = (written: boolean, code: number): number =>
    terminal.printJson({ written, files: changes.map(changeData), servers }, code);
  const isPreview = options['dryRun'] === true || changes.length === 0;
  if (isJson && (isPreview || options['yes'] !== true)) return report(false, isPreview ? exitCode : 1);
  if (!isJson) showChanges(changes, call);
  if (!isPreview) {
    if (!(await mayWrite(call, 'Write this?'))) return 1;
    await asPerson(async () => {
      for (const change of changes) await applyChange(change);
    });
  }
  if (isJson) return report(true, exitCode);
  const [here, others] = scope === 'user' ? ['of the user', '--project'] : ['of this folder', '--user'];
  const state = how === 'wrap' ? 'without' : 'behind';
  if (servers.length === 0)
    terminal.print(
      terminal.colors.dim(`no MCP server ${here} is ${state} hookline; for the others: ${others}`),
    );
  showServers(plan, call);
  return exitCode;
};

/** A line for each server that changes, or should. */
export function showServers({ servers }: McpPlan, { name, options, terminal }: CommandCall): void {
  const { dim, green, red } = terminal.colors;
  const becomes = options['dryRun'] === true ? 'would be' : 'is';
  const state = name === 'install' ? 'behind hookline' : 'reached without hookline';
  for (const { server, title, file, problem } of servers) {
    const what = problem === null ? `${becomes} ${state}` : `stays as it is: ${problem}`;
    const mark = problem === null ? green('✓') : red('✗');
    terminal.print(
      `${mark} ${visible(`${title}: ${server} ${what}`)} ${dim(visible(`(${shortPath(file)})`))}`,
    );
  }
}
