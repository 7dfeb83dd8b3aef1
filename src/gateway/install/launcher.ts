import { chmod, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { answeredCode } from './answered-code.ts';

/** The folder of what hookline installs for its user. */
export function dataFolder(): string {
  return join(process.env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'hookline');
}

/** The script that every installed line runs: the one path that stays the same. */
export function launcherPath(): string {
  return join(dataFolder(), 'hook');
}

/** Makes the folder, which nobody else may write to. */
export async function makeDataFolder(): Promise<void> {
  await mkdir(dirname(dataFolder()), { recursive: true });
  await mkdir(dataFolder(), { recursive: true, mode: 0o700 });
  await chmod(dataFolder(), 0o700);
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * The launcher knows the Node and the program of the last installation. Whatever happens to them, all of stdin is read,
 * and it ends with the code of an answer: hookline's, else its own.
 */
export function launcherText(node: string, main: string): string {
  return `#!/bin/sh
# Written by hookline install, and removed by hookline uninstall.
# Agents run it: KIND SECONDS AGENT [--required]. KIND says what to do when hookline cannot answer:
# refuse: hold it back. resume: hold it back once. tell: only say so.
# It ends with ${answeredCode} more than the exit code for the agent: nothing else that may stand here ends so.
node=${quoted(node)}
main=${quoted(main)}
kind=$1
seconds=$2
shift 2
# What Node is told to load first would answer instead. The search path may lead to other programs.
unset NODE_OPTIONS
payload=$(command -p cat)

fallback=2
effect='so this is held back'
case $kind in
  tell) fallback=1 ;;
  resume)
    # Nothing else would end a turn that is resumed again and again.
    case $payload in
      *'"stop_hook_active":true'* | *'"stop_hook_active": true'*) fallback=1 ;;
    esac
    ;;
esac
[ "$fallback" = 2 ] || effect='so this goes unchecked'

# One of a project may be planted.
found() {
  program=$(command -v "$1") || exit 127
  case $program in
    */node_modules/* | [!/]*) exit 127 ;;
    "$PWD"/*) [ "$PWD" = "$HOME" ] || exit 127 ;;
  esac
}

answer() {
  if [ -f "$main" ]; then
    [ -x "$node" ] || { found node && node=$program; }
    exec "$node" "$main" hook "$@" --launched
  fi
  found hookline
  exec "$program" hook "$@" --launched
}

said=$(
  printf '%s' "$payload" | {
    answer "$@" <&3 3<&- &
    running=$!
    (
      trap 'kill $! 2>/dev/null; exit' TERM
      command -p sleep "$seconds" &
      wait $!
      kill "$running"
      command -p sleep 2 &
      wait $!
      kill -9 "$running"
    ) </dev/null >/dev/null 2>&1 3<&- &
    watchdog=$!
    wait "$running"
    code=$?
    kill "$watchdog" 2>/dev/null
    exit "$code"
  } 3<&0
)
code=$?

case $code in
  ${answeredCode} | ${answeredCode + 2} | "$((${answeredCode} + fallback))")
    [ -z "$said" ] || printf '%s\\n' "$said" || code=
    [ -z "$code" ] || exit "$code"
    why='nobody took its answer'
    ;;
  127) why='its program is gone' ;;
  143 | 137) why="it was ended, after $seconds s at the latest" ;;
  *) why="it ended with exit code $code, and without an answer" ;;
esac
echo "hookline cannot answer, $effect: $why. To mend it: npm install -g hookline && hookline install. To stop guarding: hookline uninstall, or take hookline out of the hooks of this agent." >&2
exit "$((${answeredCode} + fallback))"
`;
}
