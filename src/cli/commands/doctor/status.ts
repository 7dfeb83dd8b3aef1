import { shortPath } from '../../../config/source/problem.ts';
import { visible } from '../../../gateway/answer/visible.ts';
import type { FileStanding } from '../../../gateway/doctor/config-findings.ts';
import { type DaemonFacts, daemonFacts } from '../../../gateway/doctor/daemon-findings.ts';
import { openExceptions } from '../../../gateway/state/exceptions/exceptions.ts';
import { waitingCalls } from '../../../gateway/state/exceptions/waiting-calls.ts';
import type { CommandRun } from '../../command.ts';
import { folderGuards } from '../../doctor/guard-rows.ts';
import { showAgents, showGuards } from '../../doctor/show-rows.ts';
import { counted } from '../../show/show-problem.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const runStatus: CommandRun = async ({ isJson, terminal }) => {
  const [{ ok, agents, guards, config }, daemon] = await Promise.all([
    folderGuards(process.cwd()),
    daemonFacts(),
  ]);
  const [exceptions, waiting] = [openExceptions(), waitingCalls()];
  const { standings: files, broken } = config;
  const exitCode = ok ? 0 : 1;
  const report = { ok, agents, guards, files, broken, daemon, exceptions, waiting };
  if (isJson) return terminal.printJson(report, exitCode);
  const rows = agents.map((agent) => ({ ...agent, note: agent.problem ?? '' }));
  showAgents(rows, terminal);
  showGuards(guards, terminal);
  showFiles(files, broken, terminal);
  terminal.print(`${terminal.colors.bold('daemon')} ${daemonText(daemon)}`);
  if (exceptions.length + waiting.length > 0)
    terminal.print(
      `${terminal.colors.bold('approvals')} ${counted(exceptions.length, 'open exception')}, ${counted(waiting.length, 'waiting call')}: hookline allow --list`,
    );
  if (!ok)
    terminal.print(terminal.colors.red('✗ not everything is guarded here. Find out why: hookline doctor'));
  return exitCode;
};

const words = {
  trusted: 'is active',
  untrusted: 'is not trusted, so its hooks do not run: hookline trust',
  refused: 'is ignored: the managed level allows only its own hooks',
  changed: 'has changed since you trusted it, so agents are blocked: hookline trust',
} as const;

function showFiles(
  standings: readonly FileStanding[],
  broken: string | null,
  { colors, print }: Terminal,
): void {
  print(colors.bold(standings.length === 0 ? 'configuration: none' : 'configuration'));
  for (const { file, standing } of standings) {
    const paint = standing === 'trusted' ? colors.green : colors.red;
    print(`  ${visible(shortPath(file))} ${paint(words[standing])}`);
  }
  if (broken !== null) print(`  ${colors.red(visible(broken))}`);
}

function daemonText({ state, version }: DaemonFacts): string {
  if (state === 'answers') return `hookline ${version} is running`;
  if (state === 'silent') return 'does not answer';
  if (state === 'impossible') return "can't run: the path in XDG_RUNTIME_DIR is too long for its socket";
  return state === 'off' ? 'is switched off' : 'is not running; the next call starts it';
}
