#!/bin/sh
# The first stage: SUMS KIND SECONDS [--nonce=TEXT] AGENT [--required]. Every entry in an agent's settings pins the SHA-256 of this
# file, so it never changes: what differs between machines and versions is in the launcher beside it.
# SUMS has a line for this file, one for the launcher and one for the manifest. `checksums` has the last two, as they were installed.
_data=${0%/*}
_break='
'
_sums=${1#*"$_break"}
_launcher=${_sums%% *}
_sums=${_sums#*"$_break"}
_manifest=${_sums%% *}
shift
{ read -r _first _ && read -r _second _; } <"$_data/checksums"
[ "$_launcher $_manifest" = "$_first $_second" ] && . "$_data/launch"
echo "$_data/launch or $_data/manifest has changed since hookline install wrote it." >&2
