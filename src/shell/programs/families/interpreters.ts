/** Shells, what is built into them, and programs that run code in a language of their own. `card.ts` describes the format. */
export const interpreterCards = String.raw`
bash|rbash: script any…
  -aBbCefhiklmnprstuvxDEHPT -c! -o: -O: --rcfile* --init-file* --norc --noprofile --login
  runs shell; dialect bash; reach folder; startFiles /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|kshrc)$/
  = bash -c "rm a" → delete a
  = bash a.sh → read a.sh
sh|dash|ash: script any…
  -aBbCefhiklmnprstuvxDEHPT -c! -o: -O: --rcfile* --init-file* --norc --noprofile --login
  runs shell; dialect posix; reach folder; startFiles /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|kshrc)$/
  = sh -c "rm a" → delete a
zsh: script any…
  -aBbCefhiklmnprstuvxDEHPT -c! -o: -O: --rcfile* --init-file* --norc --noprofile --login
  runs shell; dialect zsh; reach machine; startFiles /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|kshrc)$/
  = zsh -c "rm a" → delete a
ksh|ksh93|mksh|lksh|pdksh|oksh|yash|posh|hush: script any…
  -aBbCefhiklmnprstuvxDEHPT -c! -o: -O: --rcfile* --init-file* --norc --noprofile --login
  runs shell; dialect posix; reach machine; startFiles /^\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|kshrc)$/
  = ksh -c "rm a" → delete a
fish|csh|tcsh|nu|xonsh|elvish: script any…
  -aBbCefhiklmnprstuvxDEHPT -c! -o: -O: --rcfile* --init-file* --norc --noprofile --login
  runs shell; dialect other; reach machine
  = fish -c "rm a" → delete a
capsh: text…
  runs capabilities; reach machine
  = capsh -- -c "rm a" → delete a
eval: text…
  runs evaluate
  = eval "rm a" → delete a
source|.: script any…
  runs source; reach folder; loads
  = source a → read a
trap: text…
  runs trap
  = trap "rm a" EXIT → delete a
alias: text…
  runs alias; reach machine
  = alias x=ls → nothing
hash: text…
  -rltd -p<
  runs hash
  = hash -r → nothing
set: text…
  -abefhkmnptuvxBCEHPT -o: +o:
  runs settings; dumps alone
  = set -e → nothing
shift: text…
  runs shift
  = shift 2 → nothing
cd|pushd|popd: folder?
  -LPen
  runs changeFolder
  = cd a → nothing
chdir: folder?
  runs changeFolder; reach machine
  = chdir a → nothing
exit|return|break|continue: text…
  runs end
  = exit 1 → nothing
bind: text…
  runs bind; reach machine
  = bind -p → nothing
complete|compgen: text…
  -abcdefgjksuvoD -C! -W! -F! -A: -G: -P: -S: -X:
  runs completion; reach machine; dumps always
  = compgen -c → nothing
jobs: text…
  -lnprs
  runs jobs
  = jobs -l → nothing
  = jobs -x rm a → delete a
fc: text…
  runs opaque; reach machine
  = fc -l → nothing
enable: text…
  runs enable; reach machine
  = enable -n echo → nothing
local|readonly: variable…
  -aAfFgiIlnrtuxp
  runs declare
  = local A=1 → nothing
export|declare|typeset: variable…
  -aAfFgiIlnrtuxp
  runs declare; dumps always
  = export A=1 → nothing
integer|float: variable…
  runs assign; reach machine
  = integer a → nothing
unset: variable…
  -fvn
  runs assign
  = unset a → nothing
getopts: text…
  runs assign; reach machine
  = getopts ab o → nothing
wait: text…
  -fn -p=
  runs assign
  = wait → nothing
let: text…
  runs expressions; reach machine
  = let a=1 → nothing
read: variable…
  -ersa -d: -i: -n: -N: -p: -t: -u:
  runs input
  = read -r a → nothing
mapfile|readarray: variable…
  -t -d: -n: -O: -s: -u: -C! -c:
  runs input
  = mapfile -t a → nothing
printf|gprintf: text…
  -v=
  runs print; shows
  = printf %s a → nothing
echo|gecho: text…
  shows
  = echo a → nothing
true|gtrue|false|gfalse|:|times|umask|ulimit|getconf|logout|suspend: text…
  = true a → nothing
test|gtest|[|g[: text…
  runs tests
  = test -f a → nothing
  = [ a = b ] → nothing
[[: text…
  = [[ -f a ]] → nothing
unalias|dirs|compopt|coproc|exec_command|shopt|caller|disown|fg|bg|history|emulate|setopt|unsetopt|autoload|zmodload|zle|zpty|vared|print|rehash: text…
  reach machine
  = shopt -s nullglob → nothing
python|pypy|ipython|jython|micropython|bpython|ptpython: script any…
  -bBdEhiIOPqsSuvVx -c$ -m: -W: -X: --check-hash-based-pycs: --version --help
  gives -m; language python; modules /^(?:timeit|code|codeop|pdb|bdb|runpy|trace|idlelib|doctest|profile|cProfile)$/; reach folder; startFiles /^(?:conftest|setup|sitecustomize|usercustomize)\.py$|^tox\.ini$/; readsInput
  = python3 a.py b → read a.py, read b, write b
  = python3 -c 1 → nothing
node|nodejs|deno|tsx|ts-node|electron|qjs|esno|jiti|vite-node|babel-node|iojs|swc-node: script any…
  -ipcvh -e$ -p$ --eval$ --print$ eval$ -r* --require* --import* --loader* --experimental-loader* -C: --conditions: --env-file: --input-type:
  --inspect? --inspect-brk? --max-old-space-size: --test --watch --check
  language javascript; reach folder; readsInput
  = node a.js → read a.js
perl: script any…
  -acfhlnpsStTuUvVwWX -0? -i? -e$ -E$ -M$ -m$ -F? -I: -x? -C? -D? -d?
  writes -i; language perl; reach folder; readsInput
  empties /(?:^|\s)-[a-zA-Z0]*i\S*\s(?:.*\s)?(?:s\/\^?\.[*+]\$?\/\/\w*|-\w*ne\s+[01;]?)(?:\s|$)/
  = perl a.pl → read a.pl
ruby|jruby|irb|truffleruby|rbx|mruby|pry: script any…
  -acdhlnpsSvwWyU -0? -i? -e$ -C@ -E: -F? -I: -r: -T? -x? -K?
  writes -i; language ruby; reach folder; readsInput
  = ruby a.rb → read a.rb
rails: text code…
  -e: -b: -p: --environment:
  language ruby; depth 1; reach folder
  = rails test → nothing
php|hhvm: script any…
  -aehilmnqsvwCHP -r$ -B$ -R$ -E$ --run$ --process-code$ --process-begin$ --process-end$ -c< -d: -f* -F* -S: -t< -z: --file*
  language php; reach folder; readsInput
  = php a.php → read a.php
lua|luajit|luau: script any…
  -eivEW -e$ -l:
  language lua; reach folder; readsInput
  = lua a.lua → read a.lua
Rscript|R|littler: script any…
  -e$ --expression$ -f* --file* --vanilla --slave --no-save
  language r; reach folder; readsInput
  = Rscript a.R → read a.R
julia: script any…
  -e$ -E$ --eval$ --print$ -L* -i -q -p: -t:
  language julia; reach folder; readsInput
  = julia a.jl → read a.jl
osascript: script any…
  -e$ -l: -s:
  language applescript; reach folder; readsInput
  = osascript a.scpt → read a.scpt
pwsh|powershell: script any…
  -c$ -C$ -/command$ -/Command$ -/EncodedCommand$ -/ec$ -/enc$ --command$ -/File* -/NoProfile -/NonInteractive
  language powershell; reach machine; readsInput
  = pwsh a.ps1 → read a.ps1
cmd: script any…
  /c$ /C$ /k$ /K$ //c$ //C$
  language cmd; reach machine; readsInput
  = cmd /c dir → read /c, read dir, write dir, list .
tclsh|wish|jimsh: script any…
  -c$ -/encoding:
  language tcl; reach folder; readsInput
  = tclsh a.tcl → read a.tcl
expect: script any…
  -c$ -f* -b -d -i
  language tcl; reach machine; readsInput
  = expect a.exp → read a.exp
elixir|iex|elixirc: script any…
  -e$ --eval$ --rpc-eval$ -r* -S: --no-halt
  language elixir; reach folder; readsInput
  = elixir a.exs → read a.exs
erl|escript: script any…
  -/eval$ -/noshell -/s:
  language erlang; reach folder; readsInput
  = escript a.erl → read a.erl
ghc|runghc|runhaskell|ghci: script any…
  -e$ -o> -i?
  language haskell; reach folder; readsInput
  = runghc a.hs → read a.hs
groovy|scala|kotlin|kotlinc|swift|ocaml|utop|clojure|clj|bb|racket|guile|sbcl|clisp|ecl|jshell|java|nim|crystal|v|gosh|chicken-csi|csi|mit-scheme|chez|scheme|swipl|gprolog|octave|matlab|maxima|gp|sage|gnuplot|io|pike|rexx|regina|tinycc|tcc|cling|evcxr|rust-script|cargo-script|gorun|yaegi|dotnet-script|fsi|fsharpi|csharp|raku|perl6|rakudo|janet|fennel|wren|gravity|haxe|coffee|lsc|livescript|purs|elm|reason|rtop|duktape|mujs|v8|d8|jsc|hermes|quickjs|boa|workerd|wasmtime|wasmer: script any…
  -e$ -c$ --eval$ --expr$ -/eval$ -/cp: -/jar*
  language code; reach folder; readsInput
  = java a.java → read a.java
`;
