import { existsSync } from 'node:fs';
import { shellQuoted } from '../../shell/shell-quoted.ts';
import { exitCodeOffset } from '../install/exit-code-offset.ts';
import { firstSignMs, maxSilenceMs, socketName, wireVersion } from './daemon-address.ts';

/** Where systems keep curl. Not PATH: a folder of a project may be in it. */
const curlFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin', '/run/current-system/sw/bin'];

/** The curl of this system; null where there is none. */
export function systemCurl(): string | null {
  return curlFolders.map((folder) => `${folder}/curl`).find((file) => existsSync(file)) ?? null;
}

export interface ShellClientOptions {
  /** The program whose daemon is asked. */
  readonly main: string;
  /** Null where there is none: then Node asks the daemon. */
  readonly curl: string | null;
  readonly uid: number;
}

/**
 * The part of the launcher that asks the daemon without starting Node. It starts curl and nothing else.
 *
 * The daemon keeps the time of its socket ahead of now. A here-document is made when it is read, so that a shell can compare the
 * two without a process. curl first asks whether it is alive, since the system takes calls for one that was stopped, and gives up
 * when its signs of life end. curl takes no settings and no proxy from elsewhere, and tells whether the answer is whole.
 */
export function shellClient({ main, curl, uid }: ShellClientOptions): string {
  return `# With a daemon of this user that is alive, curl asks it: _code is set then, if it answered. Anything else is left to Node.
_curl=${shellQuoted(curl ?? '')}
case \${XDG_RUNTIME_DIR:-} in
  /*) _folder=$XDG_RUNTIME_DIR/hookline ;;
  *) _folder=/tmp/hookline-${uid} ;;
esac
_socket=$_folder/${socketName(main)}
_line='
'
is_alive() {
  [ "\${HOOKLINE_DAEMON:-}" != off ] && [ -x "$_curl" ] && [ -O "$_folder" ] && [ ! -L "$_socket" ] &&
    [ -S "$_socket" ] && [ -O "$_socket" ] && [ -e /dev/fd/0 ] && [ "$_socket" -nt /dev/fd/0 ]
}
if is_alive 2>/dev/null <<now
now
then
  _asked=--asked
  _exports=$(export -p)
  _answer=$(
    printf '%s\\0%s\\0%s' "$_exports" "$PWD" "$_payload" |
      "$_curl" -q -s -f --fail-early --noproxy '*' --unix-socket "$_socket" --max-time ${firstSignMs / 1000} \\
        "http://hookline/${wireVersion}/alive" --next -s -f --noproxy '*' --unix-socket "$_socket" \\
        --max-time "$_seconds" --speed-limit 1 --speed-time ${maxSilenceMs / 1000} -H Expect: --data-binary @- -w '\\nspent %{time_total}' \\
        "http://hookline/${wireVersion}/hook/$1\${2:+?required}" 2>/dev/null
  )
  _ended=$?
  _status=
  _spent=
  _told=
  _whole=
  # Patterns would take time by the square of the length.
  IFS=$_line
  set -f
  for _part in $_answer; do
    case $_part in
      1*) _said=$_said$_line\${_part#1} ;;
      2*) _told=$_told$_line\${_part#2} ;;
      end) _whole=yes ;;
      'hookline '[012]) _status=\${_part#hookline } ;;
      'spent '[0-9]*) _part=\${_part#spent } && _spent=\${_part%%.*} ;;
      *) _ended=1 ;;
    esac
  done
  if [ "$_ended" = 0 ] && [ -n "$_status" ] && [ -n "$_whole" ]; then
    _code=$((${exitCodeOffset} + _status))
    [ -z "$_told" ] || printf '%s\\n' "\${_told#"$_line"}" >&2
    _said=\${_said#"$_line"}
  else
    _said=
    # A curl that was killed may have taken any time, and the agent goes ahead when it has waited for too long.
    [ "$_ended" -lt 128 ] || [ -n "$_spent" ] || _code=$_ended
    _seconds=$((_seconds - \${_spent:-0}))
    [ "$_seconds" -gt 0 ] || _code=143
  fi
fi
`;
}
