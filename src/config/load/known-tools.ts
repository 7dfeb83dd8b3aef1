import { tableOfNames } from '../../engine/points/tool-names.ts';
import { toolTable } from '../../permissions/uses/tool-table.ts';

/** Tools that neither touch files nor run commands: of the coding agents, and of the seeds' examples. */
const otherTools: readonly string[] = [
  'Artifact',
  'AskUserQuestion',
  'BashOutput',
  'CronCreate',
  'CronDelete',
  'CronList',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitPlanMode',
  'ExitWorktree',
  'KillShell',
  'LSP',
  'ListMcpResourcesTool',
  'Monitor',
  'PowerShell',
  'PushNotification',
  'ReadMcpResourceTool',
  'RemoteTrigger',
  'ScheduleWakeup',
  'SendMessage',
  'StructuredOutput',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskOutput',
  'TaskStop',
  'TaskUpdate',
  'TeamCreate',
  'TeamDelete',
  'TodoWrite',
  'ToolSearch',
  'WebFetch',
  'WebSearch',
  'Workflow',
  'vote',
  'new_answer',
];

/** The tools that matchers may name without a warning. */
export const knownTools: readonly string[] = Object.keys(toolTable)
  .flatMap((matcher) => matcher.split('|'))
  .filter((name) => !name.includes('*'))
  .concat(tableOfNames, otherTools);
