#!/bin/sh
# Written by hookline install, and removed by hookline uninstall.
# The first stage runs it: KIND SECONDS [--nonce=TEXT] AGENT [--required]. KIND says what to do when hookline cannot answer:
# refuse: block. resume: block once. tell: only say so. It repeats the nonce behind its answer.
# All of stdin is read, whatever happens. Its variables begin with _: one that the environment has would be passed on changed.
# It ends with @OFFSET@ more than the exit code for the agent: nothing else that may stand here ends so.
@PLACES@
_node=@NODE@
_main=@MAIN@
_manifest=${0%/*}/manifest
_kind=$1
_seconds=$2
shift 2
_nonce=
case ${1:-} in
  --nonce=*) _nonce=${1#--nonce=} && shift ;;
esac
# What changes how Node starts would answer instead, or never. The search path may lead to other programs.
unset @NODE_VARIABLES@
_payload=$(command -p cat)
_said=
_code=
_asked=

_fallback=2
_effect='so this is blocked'
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

# Asks the daemon without starting Node: only env and curl are started. The daemon keeps the time of its socket ahead of now, and a
# here-document is made when it is read, so a shell can compare the two. curl first asks whether the daemon is alive, since the system
# takes calls for one that was stopped, and gives up when its signs of life end. It takes no settings and no proxy from elsewhere.
# With a daemon of this user that is alive, curl asks it: _code is set then, if it answered. Anything else is left to Node.
# With `install --system`, the daemon is another user's: then it alone answers, since this process could be told anything.
_curl=@CURL@
_system=@SYSTEM@
case ${_system:+system}${XDG_RUNTIME_DIR:-} in
  system*) _folder=/run/hookline ;;
  /*) _folder=$XDG_RUNTIME_DIR/hookline ;;
  *) _folder=/tmp/hookline-@UID@ ;;
esac
_socket=$_folder/@SOCKET@
_line='
'
is_owned() {
  if [ -n "$_system" ]; then [ "$(command -p stat -c %u "$1")" = "$_system" ]; else [ -O "$1" ]; fi
}
is_alive() {
  [ "${_system:-${HOOKLINE_DAEMON:-}}" != off ] && [ -x "$_curl" ] && is_owned "$_folder" && [ ! -L "$_socket" ] &&
    [ -S "$_socket" ] && is_owned "$_socket" && [ -e /dev/fd/0 ] && [ "$_socket" -nt /dev/fd/0 ]
}
if is_alive 2>/dev/null <<now
now
then
  _asked=--asked
  _answer=$(
    { printf '%s\0%s\0' "$PWD" "$_payload" && command -p env -0; } |
      "$_curl" -q -s -f --fail-early --noproxy '*' --unix-socket "$_socket" --max-time @FIRST_SIGN@ \
        "http://hookline/@WIRE@/alive" --next -s -f --noproxy '*' --unix-socket "$_socket" \
        --max-time "$_seconds" --speed-limit 1 --speed-time @SILENCE@ -H Expect: --data-binary @- -w '\nspent %{time_total}' \
        "http://hookline/@WIRE@/hook/$1${2:+?required}" 2>/dev/null
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
      1*) _said=$_said$_line${_part#1} ;;
      2*) _told=$_told$_line${_part#2} ;;
      end) _whole=yes ;;
      'hookline '[012]) _status=${_part#hookline } ;;
      'spent '[0-9]*) _part=${_part#spent } && _spent=${_part%%.*} ;;
      *) _ended=1 ;;
    esac
  done
  if [ "$_ended" = 0 ] && [ -n "$_status" ] && [ -n "$_whole" ]; then
    _code=$((@OFFSET@ + _status))
    [ -z "$_told" ] || printf '%s\n' "${_told#"$_line"}" >&2
    _said=${_said#"$_line"}
  else
    _said=
    # A curl that was killed may have taken any time, and the agent goes ahead when it has waited for too long.
    [ "$_ended" -lt 128 ] || [ -n "$_spent" ] || _code=$_ended
    _seconds=$((_seconds - ${_spent:-0}))
    [ "$_seconds" -gt 0 ] || _code=143
  fi
fi

# One of a project may be planted.
found() {
  _program=$(command -v "$1") || exit 127
  case $_program in
    */node_modules/* | [!/]*) exit 127 ;;
    "$PWD"/*) [ "$PWD" = "$HOME" ] || exit 127 ;;
  esac
}

answer() {
  [ -f "$_main" ] || exit 127
  command -p sha256sum -c "$_manifest" >/dev/null 2>&1 ||
    command -p shasum -a 256 -c "$_manifest" >/dev/null 2>&1 || exit 125
  [ -x "$_node" ] || { found node && _node=$_program; }
  exec "$_node" "$_main" hook "$@" --launched $_asked
}

[ -n "$_code" ] || [ -z "$_system" ] || _code=126

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
  @OFFSET@ | @REFUSED@ | "$((@OFFSET@ + _fallback))")
    [ -z "$_said" ] || printf '%s\n' "$_said" || _code=
    [ -z "$_code" ] || { printf %s "$_nonce" && exit "$_code"; }
    _why='its answer could not be written'
    ;;
  125) _why='its program has changed since it was installed' ;;
  126) _why='the service of this machine does not answer (start it: systemctl start hookline)' ;;
  127) _why='its program is gone' ;;
  143 | 137) _why='it was killed, or ended when it took too long; a hook may end the process that it runs in' ;;
  *) _why="it ended with exit code $_code, and without an answer" ;;
esac
echo "hookline cannot answer, $_effect: $_why. To fix it, run hookline install in a terminal. To stop guarding: hookline uninstall, or take hookline out of the hooks of this agent." >&2
printf %s "$_nonce"
exit "$((@OFFSET@ + _fallback))"
