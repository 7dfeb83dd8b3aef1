import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { AgentProduct } from './agent-product.ts';
import { ampAgent } from './by-contract/amp.ts';
import { crushAgent } from './by-contract/crush.ts';
import { cursorAgent } from './by-contract/cursor.ts';
import { gooseAgent } from './by-contract/goose.ts';
import { kiloAgent } from './by-contract/kilo.ts';
import { kiroAgent } from './by-contract/kiro.ts';
import { piAgent } from './by-contract/pi.ts';
import { windsurfAgent } from './by-contract/windsurf.ts';
import { claudeCodeAgent } from './claude-code.ts';
import { clineAgent } from './cline.ts';
import { codexAgent } from './codex.ts';
import { copilotAgent } from './copilot.ts';
import { droidAgent } from './droid.ts';
import { geminiAgent } from './gemini.ts';
import { kimiAgent } from './kimi.ts';
import { mcpClient } from './mcp-client.ts';
import { opencodeAgent } from './opencode.ts';
import { qwenAgent } from './qwen.ts';

export const agentTable: Readonly<Record<string, AgentProduct>> = {
  'claude-code': claudeCodeAgent,
  codex: codexAgent,
  gemini: geminiAgent,
  opencode: opencodeAgent,
  copilot: copilotAgent,
  qwen: qwenAgent,
  droid: droidAgent,
  cline: clineAgent,
  kimi: kimiAgent,
  kilo: kiloAgent,
  cursor: cursorAgent,
  goose: gooseAgent,
  kiro: kiroAgent,
  windsurf: windsurfAgent,
  amp: ampAgent,
  crush: crushAgent,
  pi: piAgent,
};

export function agentNamed(name: string): AgentProduct {
  const agent = Object.values(agentTable).find((each) => isCalled(each, name.toLowerCase()));
  if (agent !== undefined) return agent;
  const names = Object.keys(agentTable);
  const hint = didYouMean(name.toLowerCase(), names) || `; known are ${names.join(', ')}`;
  throw new HooklineError('input-invalid', `there is no agent "${name}"${hint}`);
}

/** Who calls, which may be the client of the MCP proxy too, and the event where the line names it: `copilot:preToolUse`. */
export function callerNamed(word: string): { readonly agent: AgentProduct; readonly event: string | null } {
  const [name = '', event = null] = word.split(':');
  return { agent: name === mcpClient.name ? mcpClient : agentNamed(name), event };
}

/** People type the name of the program, `claude`, of the package, `opencode-ai`, or of the product, `gemini-cli`. */
function isCalled(
  { name, title, process: { program, package: ofNpm } }: AgentProduct,
  typed: string,
): boolean {
  const product = title.toLowerCase().replaceAll(' ', '-');
  return (
    [program, ofNpm, `${name}-cli`].includes(typed) ||
    [name, product].some((known) => `${known}-`.startsWith(`${typed}-`))
  );
}
