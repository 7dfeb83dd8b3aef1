import type { Script } from '../../agent/script/script.ts';
import { type PermissionMode, permissionModes } from '../../agent/tool-call/permissions.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import type { CommandCall } from '../command.ts';

type Options = CommandCall['options'];

/** The session to start or to resume. */
export function sessionOf({ resume, session }: Options): {
  readonly sessionId?: string;
  readonly resume: boolean;
} {
  if (resume !== undefined && session !== undefined) {
    throw new HooklineError(
      'option-invalid',
      '--session begins a session and --resume goes on with one; give one of them',
    );
  }
  const id = resume ?? session;
  return { resume: resume !== undefined, ...(id !== undefined && { sessionId: String(id) }) };
}

export function permissionModeOf({ permissionMode: given }: Options): PermissionMode {
  if (given === undefined) return 'bypassPermissions';
  const modes = Object.keys(permissionModes);
  const mode = modes.find((name) => name === given);
  if (mode !== undefined) return mode as PermissionMode;
  throw new HooklineError(
    'option-invalid',
    `unknown permission mode "${String(given)}"${didYouMean(String(given), modes) || `: it is one of ${modes.join(', ')}`}`,
  );
}

/** Which setup comes first, if any: what the call says, else the script. */
export function setupOf(
  { init, maintenance }: Options,
  script: Script | null,
): 'init' | 'maintenance' | null {
  if (init === true && maintenance === true) {
    throw new HooklineError('option-invalid', '--init and --maintenance are two setups; give one of them');
  }
  if (init === true) return 'init';
  return maintenance === true ? 'maintenance' : (script?.setup ?? null);
}

/** From how many tokens on conversations are compacted: what the call says, else the script. */
export function compactAtOf({ compactAt: given }: Options, script: Script | null): number | undefined {
  if (given === undefined) return script?.compactAt;
  const tokens = Number(given);
  if (Number.isInteger(tokens) && tokens > 0) return tokens;
  throw new HooklineError(
    'option-invalid',
    `--compact-at takes a number of tokens above 0, not "${String(given)}"`,
  );
}

/** The id of the orchestrator, if any: what the call says, else the script. */
export function orchestratorOf({ orchestrator }: Options, script: Script | null): string | undefined {
  return typeof orchestrator === 'string' ? orchestrator : script?.orchestrator;
}
