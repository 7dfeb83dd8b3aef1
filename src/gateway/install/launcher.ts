import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderOfUser } from '../../files/folder-of-user.ts';
import { unwritable } from '../../files/unwritable.ts';
import { shellQuoted } from '../../shell/shell-quoted.ts';
import { nodeVariables } from '../daemon/call-message.ts';
import { shellClient } from '../daemon/shell-client.ts';
import { exitCodeOffset } from './exit-code-offset.ts';

/** The folder of what hookline installs for its user. */
export function dataFolder(): string {
  return join(folderOfUser('XDG_DATA_HOME', '.local', 'share'), 'hookline');
}

/** The script that every installed line runs: the one path that stays the same. */
export function launcherPath(): string {
  return join(dataFolder(), 'hook');
}

/** Makes the folder, which nobody else may write to. */
export async function makeDataFolder(): Promise<void> {
  const folder = dataFolder();
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } catch (problem) {
    throw unwritable(problem, folder, 'Let this user write there, or name another folder in XDG_DATA_HOME.');
  }
}

/** What the launcher knows of the last installation. */
export interface LauncherFacts {
  readonly node: string;
  readonly main: string;
  /** Null where there is none: then Node asks the daemon. */
  readonly curl: string | null;
  readonly uid: number;
  /** A comment that keeps where the user's configuration is. */
  readonly places: string;
}

/**
 * Whatever happens to Node, the program or the daemon, all of stdin is read, and it ends with the code of an answer: hookline's,
 * else its own. The names of its variables begin with a line: one that the environment has would be passed on with another value.
 */
export function launcherText({ node, main, curl, uid, places }: LauncherFacts): string {
  return `#!/bin/sh
# Written by hookline install, and removed by hookline uninstall.
# Agents run it: KIND SECONDS AGENT [--required]. KIND says what to do when hookline cannot answer:
# refuse: hold it back. resume: hold it back once. tell: only say so.
# It ends with ${exitCodeOffset} more than the exit code for the agent: nothing else that may stand here ends so.
${places}
_node=${shellQuoted(node)}
_main=${shellQuoted(main)}
_kind=$1
_seconds=$2
shift 2
# What changes how Node starts would answer instead, or never. The search path may lead to other programs.
unset ${nodeVariables.join(' ')}
_payload=$(command -p cat)
_said=
_code=
_asked=

_fallback=2
_effect='so this is held back'
case $_kind in
  tell) _fallback=1 ;;
  resume)
    # Nothing else would end a turn that is resumed again and again.
    case $_payload in
      *'"stop_hook_active":true'* | *'"stop_hook_active": true'*) _fallback=1 ;;
    esac
    ;;
esac
[ "$_fallback" = 2 ] || _effect='so this goes unchecked'

${shellClient({ main, curl, uid })}
# One of a project may be planted.
found() {
  _program=$(command -v "$1") || exit 127
  case $_program in
    */node_modules/* | [!/]*) exit 127 ;;
    "$PWD"/*) [ "$PWD" = "$HOME" ] || exit 127 ;;
  esac
}

answer() {
  if [ -f "$_main" ]; then
    [ -x "$_node" ] || { found node && _node=$_program; }
    exec "$_node" "$_main" hook "$@" --launched $_asked
  fi
  found hookline
  exec "$_program" hook "$@" --launched $_asked
}

if [ -z "$_code" ]; then
  _said=$(
    printf '%s' "$_payload" | {
      answer "$@" <&3 3<&- &
      _running=$!
      (
        # dash loses any other signal to a process that it is just starting, which would then sleep to its end.
        trap 'kill -9 $! 2>/dev/null; exit' TERM
        command -p sleep "$_seconds" &
        wait $!
        kill "$_running"
        command -p sleep 2 &
        wait $!
        kill -9 "$_running"
      ) </dev/null >/dev/null 2>&1 3<&- &
      _watchdog=$!
      wait "$_running"
      _code=$?
      kill "$_watchdog" 2>/dev/null
      exit "$_code"
    } 3<&0
  )
  _code=$?
fi

case $_code in
  ${exitCodeOffset} | ${exitCodeOffset + 2} | "$((${exitCodeOffset} + _fallback))")
    [ -z "$_said" ] || printf '%s\\n' "$_said" || _code=
    [ -z "$_code" ] || exit "$_code"
    _why='nobody took its answer'
    ;;
  127) _why='its program is gone' ;;
  143 | 137) _why='it was killed, or ended when it took too long; a hook may end the process that it runs in' ;;
  *) _why="it ended with exit code $_code, and without an answer" ;;
esac
echo "hookline cannot answer, $_effect: $_why. To mend it: npm install -g hookline && hookline install. To stop guarding: hookline uninstall, or take hookline out of the hooks of this agent." >&2
exit "$((${exitCodeOffset} + _fallback))"
`;
}
