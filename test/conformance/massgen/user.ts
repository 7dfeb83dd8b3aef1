import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { parse } from 'yaml';
import type { MassgenConfig } from '../../../src/front-doors/massgen/config.ts';
import type { CallContext } from '../../../src/front-doors/massgen/event.ts';
import { FunctionHook } from '../../../src/front-doors/massgen/hooks.ts';
import { HookResult } from '../../../src/front-doors/massgen/result.ts';
import { endWorkers } from '../../../src/handlers/workers/end-workers.ts';
import { Scratch } from '../../support/scratch.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/conformance/massgen', import.meta.url));

/** The folder of a MassGen user: Python rules and scripts. A copy, since Python writes its bytecode beside them. */
export function userFolder(): string {
  const folder = new Scratch().path;
  cpSync(fixtures, folder, { recursive: true });
  afterAll(endWorkers);
  return folder;
}

/** A permission hook as MassGen has had them from the beginning. */
export class PathPermissions extends FunctionHook {
  constructor() {
    super('path_permissions');
  }

  async execute(functionName: string, argumentsJson: string, context: CallContext): Promise<HookResult> {
    const { path } = JSON.parse(argumentsJson);
    if (String(path).startsWith('/etc/')) {
      const reason = `${context.agent_id} may not ${functionName} ${path}`;
      return new HookResult({ allowed: false, metadata: { reason } });
    }
    return new HookResult({ allowed: true, modified_args: JSON.stringify({ path: `/project${path}` }) });
  }
}

/** The example of decision 2, as it stands there. */
export const exampleText = `# Global hooks - apply to ALL agents
hooks:
  PreToolUse:
    - matcher: "*"
      handler: "massgen.hooks.audit_all_tools"
      type: "python"

agents:
  - id: "agent1"
    backend:
      # Per-agent hooks - extend global by default
      hooks:
        PreToolUse:
          - matcher: "Write"
            handler: "custom_write_hook.py"
            type: "command"
        PostToolUse:
          override: true  # Only use per-agent hooks, disable global
          hooks:
            - handler: "agent1_logging.py"
              type: "command"
`;

export const example: MassgenConfig = parse(exampleText);
