import { tableOfNames } from '../../engine/points/tool-names.ts';
import { words } from '../../engine/values/text.ts';
import { toolTable } from '../../shell/actions/tools/tool-table.ts';

const otherTools: readonly string[] = words(`
  Artifact AskUserQuestion BashOutput CronCreate CronDelete CronList EnterPlanMode EnterWorktree
  ExitPlanMode ExitWorktree KillShell LSP ListMcpResourcesTool Monitor PowerShell PushNotification
  ReadMcpResourceTool RemoteTrigger ScheduleWakeup SendMessage StructuredOutput TaskCreate TaskGet
  TaskList TaskOutput TaskStop TaskUpdate TeamCreate TeamDelete TodoWrite ToolSearch WebFetch
  WebSearch Workflow vote new_answer
`);

export const knownTools: readonly string[] = Object.keys(toolTable)
  .flatMap((matcher) => matcher.split('|'))
  .filter((name) => !name.includes('*'))
  .concat(tableOfNames, otherTools);
