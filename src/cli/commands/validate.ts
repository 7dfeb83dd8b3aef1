import { levelOf } from '../../config/load/levels.ts';
import { readConfig } from '../../config/load/read-config.ts';
import { hasErrors, shortPath } from '../../config/source/problem.ts';
import { enforcementWarnings } from '../../gateway/install/enforcement.ts';
import { installedAgents } from '../../gateway/install/installed-agents.ts';
import { lintRead } from '../../lint/lint-config.ts';
import { runGuardsOnce } from '../../policy-test/harmless-run.ts';
import type { CommandRun } from '../command.ts';
import { configFiles } from '../input/find-config.ts';
import { counted, showProblems, summarize } from '../show/show-problem.ts';
import { watching } from '../terminal/progress.ts';

export const runValidate: CommandRun = async ({ arguments: files, options, isJson, terminal, signal }) => {
  const { config: named } = options;
  const chosen =
    files.length > 0
      ? { files: [...files, ...(Array.isArray(named) ? named.map(String) : [])], levels: false }
      : await configFiles(options);
  const { files: paths, levels } = chosen;
  const config = await readConfig(paths, { levels });
  const { declarations, files: read } = config;
  const setting = { files: paths, signal, watch: watching(terminal) };
  const fromRuns =
    options['deep'] === true && !hasErrors(config.problems)
      ? await runGuardsOnce(declarations, setting)
      : null;
  // Agents use the configuration of the folder, not the files named here.
  const installed = levels ? await installedAgents(process.cwd()) : [];
  const fromAgents = enforcementWarnings(declarations, installed);
  const { problems, acknowledged } = await lintRead(config, fromRuns, fromAgents);
  const isValid = !hasErrors(problems) && (problems.length === 0 || options['strict'] !== true);
  const exitCode = isValid ? 0 : 1;
  const report = { valid: isValid, files: read, hooks: declarations.length, problems, acknowledged };
  if (isJson) return terminal.printJson(report, exitCode);
  const { colors } = terminal;
  terminal.print(...showProblems(problems, colors));
  const known = acknowledged.length === 0 ? '' : `${acknowledged.length} acknowledged`;
  const summary = [counted(declarations.length, 'hook'), summarize(problems), known]
    .filter((text) => text !== '')
    .join(', ');
  const isLevelled = levels && read.some((file) => levelOf(file) !== 'project');
  const names = read.map((file) => (isLevelled ? `${shortPath(file)} (${levelOf(file)})` : shortPath(file)));
  const text = `${names.join(', ')}: ${summary}`;
  terminal.print(isValid ? colors.green(`✓ ${text}`) : colors.red(`✗ ${text}`));
  return exitCode;
};
