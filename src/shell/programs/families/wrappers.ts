/** Programs that run the command among their words. `card.ts` describes the format. */
export const wrapperCards = String.raw`
command
  -pvV
  wraps plain; inShell; idle -v -V
  = command rm a → delete a
builtin|-
  -p
  wraps plain; inShell
  = builtin rm a → delete a
nohup|gnohup|catchsegv|unbuffer
  -p
  wraps plain
  = nohup rm a → delete a
noglob|nocorrect
  wraps plain; inShell; reach machine
  = noglob rm a → delete a
exec
  -cl -a:
  wraps plain
  = exec rm a → delete a
repeat: text command
  wraps plain; inShell; reach machine
  = repeat x rm a → delete a
time|gtime
  -pvqalh -f: -o: --portability --verbose --quiet --append --format: --output:
  wraps plain
  = time rm a → delete a
timeout|gtimeout: text command
  -fpv -k: -s: --kill-after: --signal: --foreground --preserve-status --verbose
  wraps plain
  = timeout x rm a → delete a
nice|gnice
  -# -n: --adjustment:
  wraps plain
  = nice rm a → delete a
ionice
  -t -c: -n: -p: -P: -u: --class: --classdata: --pid: --ignore
  wraps plain; idle -p -P -u --pid
  = ionice rm a → delete a
chrt: text command
  -abdefiomprRv -T: -P: -D: --all-tasks --pid
  wraps plain; idle -m -p --max --pid
  = chrt x rm a → delete a
taskset: text command
  -acp --all-tasks --cpu-list --pid
  wraps plain; idle -p --pid
  = taskset x rm a → delete a
stdbuf|gstdbuf
  -i: -o: -e: --input: --output: --error:
  wraps plain
  = stdbuf rm a → delete a
setsid
  -cfw --ctty --fork --wait
  wraps plain
  = setsid rm a → delete a
numactl
  -asHl -i: -m: -N: -C: -p: --interleave: --membind: --cpunodebind: --physcpubind: --localalloc --preferred: --show --hardware
  wraps plain
  = numactl rm a → delete a
prlimit
  -p: --pid: --noheadings --raw --verbose --nofile? --nproc? --as? --cpu? --core? --data? --stack?
  wraps plain; idle -p --pid
  = prlimit rm a → delete a
setarch|linux32|linux64|i386|x86_64|uname26
  -vRFZLXBITS --uname-2.6 --addr-no-randomize
  wraps plain
  = setarch rm a → delete a
strace
  -AcCdfFhiknqrtTvVwxyYzZ -a: -b: -e: -E: -I: -o: -O: -p: -P: -s: -S: -u: -U: -X: --trace: --output: --follow-forks --summary-only --attach: --env:
  --user: --string-limit:
  wraps plain; idle -h -V
  = strace rm a → delete a
ltrace
  -bcCfhiLrStTV -a: -A: -D: -e: -F: -l: -n: -o: -p: -s: -u: -w: -x:
  wraps plain; idle -h -V
  = ltrace rm a → delete a
valgrind
  -hqvd
  wraps plain
  = valgrind rm a → delete a
rlwrap
  -aAcdeEgGhiIlmMnNoOpPqrRStTuUvVwWX -C: -b: -f: -H: -s: -D:
  wraps plain
  = rlwrap rm a → delete a
logsave: write command
  -asv
  wraps plain
  = logsave x rm a → write x, delete a
caffeinate
  -disum -t: -w:
  wraps plain
  = caffeinate rm a → delete a
arch
  -x -e: -d: --x86_64 --arm64
  wraps plain
  = arch rm a → delete a
dbus-run-session|dbus-launch|xvfb-run|torify|torsocks|proxychains|proxychains4|tsocks|eatmydata|aoss|padsp|optirun|primusrun
  -aq -f: -n: -s: -e: -l: -p: -w: --auto-servernum --server-num: --server-args: --config-file:
  wraps plain
  = dbus-run-session rm a → delete a
fakeroot|fakechroot
  -hvu -l: -s: -i: -b: -f:
  wraps plain; readsInput
  = fakeroot rm a → delete a
faketime: text command
  -fm -p: --exclude-monotonic
  wraps plain
  = faketime x rm a → delete a
dumb-init|tini
  -csvgwV -e: -p: -r: --rewrite: --single-child --verbose
  wraps plain
  = dumb-init rm a → delete a
envdir|with-contenv|s6-envdir: text command
  wraps plain
  = envdir x rm a → delete a
execlineb: text command
  -P -c! -s:
  wraps plain
  = execlineb x rm a → delete a
cgexec
  -g: --sticky
  wraps plain
  = cgexec rm a → delete a
perf stat|perf record|perf trace|perf mem|perf ftrace|perf kvm|perf top
  -adgiqsvxz -B -c: -C: -D: -e: -F: -G: -I: -j: -m: -M: -o: -p: -r: -t: -T: -u: --event: --output: --repeat: --call-graph: --delay: --freq:
  wraps plain
  = perf stat rm a → delete a
perf sched|perf lock|perf c2c|perf timechart
  wraps plain; takes anywhere
  = perf sched rm a → read rm, write rm, read a, write a, delete a
nq|ts|tsp|task-spooler|chronic|ifne|sem|daemonize|daemon|supervise|softlimit|envuidgid|choom|uclampset|coresched|landrun|sandbox-exec|xcrun|mpirun|mpiexec|srun|bsub|condor_run|runcon|wine|gpg-agent|pueue add|jj util|gdbserver|heaptrack|rr record|dlv exec|qemu-x86_64|qemu-aarch64|qemu-i386|qemu-arm
  wraps plain; takes anywhere
  = nq rm a → read rm, write rm, read a, write a, delete a
sbatch|qsub
  --wrap!
  wraps plain; readsInput
  = sbatch rm a → delete a
cmake -E env
  --unset: --modify:
  wraps plain; assigns
  = cmake -E env rm a → change packages, delete a
cmake -E time
  wraps plain
  = cmake -E time rm a → change packages, delete a
cmake -E chdir: text command
  wraps plain
  = cmake -E chdir x rm a → change packages, delete a
xterm|uxterm|urxvt|rxvt|st|konsole|alacritty|lxterminal|xfce4-terminal|terminator|mate-terminal|gnome-terminal|tilix|x-terminal-emulator|kitty|foot|wezterm|ghostty|lxterm|cool-retro-term
  -e! -x! --command! --execute!
  wraps plain; takes anywhere
  = xterm rm a → read rm, write rm, read a, write a, delete a
systemd-run
  -dGhPqrSt -H: -M: -p: -u: -E: --user --scope --unit: --property: --setenv: --uid: --gid: --wait --pty --pipe --collect --on-active:
  --on-calendar: --working-directory@ --slice: --description: --quiet --remain-after-exit --same-dir --shell
  wraps plain; reach machine
  = systemd-run rm a → delete a
systemd-inhibit|gnome-session-inhibit
  --what: --who: --why: --mode: --list --inhibit: --reason:
  wraps plain
  = systemd-inhibit rm a → delete a
start-stop-daemon
  -SKTHqvbmto -x! -a! -p: -u: -n: -c: -g: -s: -r: -d: -R: --exec! --startas! --pidfile: --user: --name: --chuid: --group: --chdir: --start --stop
  --background --make-pidfile --quiet --oknodo --retry: --signal:
  wraps plain
  = start-stop-daemon rm a → delete a
flock: write command
  -enosuxFv -c! -E: -w: --exclusive --shared --unlock --nonblock --nb --timeout: --wait: --close --no-fork --command! --verbose
  wraps plain
  = flock x rm a → write x, delete a
screen
  -ADRUXaimdwxLQ -c: -e: -h: -p: -r? -s: -S: -t: -T:
  wraps plain
  = screen rm a → delete a
busybox|toybox
  --list --list-full --install
  wraps plain; idle --list --list-full --install; reach machine
  = busybox rm a → delete a
coreutils
  --coreutils-prog!
  wraps plain
  = coreutils rm a → delete a
ld.so|ld-linux.so.2|ld-linux-x86-64.so.2|ld-linux-aarch64.so.1|ld-musl-x86_64.so.1|ld-musl-aarch64.so.1
  --library-path: --preload: --argv0: --inhibit-cache --inhibit-rpath: --audit: --list --verify
  wraps plain
  = ld.so rm a → delete a
env|genv
  -0iv -u: -C@ -P: -S: --ignore-environment --null --unset: --chdir@ --split-string: --debug --block-signal? --default-signal? --ignore-signal?
  --list-signal-handling
  wraps plain; runs environment; assigns; clears -i --ignore-environment; dumps always
  = env rm a → delete a
cross-env
  wraps plain; assigns
  = cross-env rm a → delete a
cross-env-shell
  wraps shell; takes joined; assigns
  = cross-env-shell 'rm a' → delete a
dotenv|dotenvx|env-cmd
  wraps plain; takes anywhere; loads -e -f
  = dotenv rm a → read rm, write rm, read a, write a, delete a
op|doppler|chamber|infisical|teller|vaultenv|summon|with-env|aws-vault
  --command!
  wraps plain; takes dashes; depth 1
  = op -- rm a → delete a
doppler secrets: any…
  = doppler secrets upload a → read upload, write upload, read a, write a
sudo
  -ABbEeHiKklNnPSsVv -a: -C: -c: -D@ -g: -h: -p: -R: -r: -t: -T: -U: -u: --askpass --background --bell --close-from: --chdir@ --preserve-env?
  --edit --group: --set-home --host: --login --remove-timestamp --reset-timestamp --list --no-update --non-interactive --preserve-groups --prompt:
  --chroot: --role: --stdin --shell --type: --command-timeout: --other-user: --user: --validate
  wraps user; idle -e -l -v -k -K -V --edit --list --validate; assigns; readsInput
  = sudo rm a → delete a
doas
  -Lns -a: -C: -u:
  wraps user; idle -L -C; readsInput
  = doas rm a → delete a
pkexec
  --user: --disable-internal-agent --keep-cwd
  wraps user
  = pkexec rm a → delete a
gosu|su-exec|setuidgid|s6-setuidgid: text command
  wraps user
  = gosu x rm a → delete a
sg: text command
  -c!
  wraps user; takes joined
  = sg x 'rm a' → delete a
newgrp: text command
  -l
  wraps user; readsInput
  = newgrp x rm a → delete a
chpst
  -vP012 -u: -U: -e: -n: -l: -L: -/: -C: -b: -m: -d: -o: -p: -f: -c: -r: -t:
  wraps user
  = chpst rm a → delete a
su: text command
  -flmpPT -c! -g: -G: -s: -u: -w: --command! --fast --group: --login --preserve-environment --pty --shell: --session-command! --supp-group: --user:
  --whitelist-environment:
  wraps user; runs otherUser; reach machine; readsInput
  = su x -c "rm a" → delete a
runuser
  like su; wraps user; runs otherUser; readsInput
  = runuser x -c "rm a" → delete a
setpriv
  -d --reuid: --regid: --clear-groups --keep-groups --init-groups --groups: --inh-caps: --bounding-set: --no-new-privs --dump
  wraps user; idle -d --dump
  = setpriv rm a → delete a
parallel
  -0XkmqrtuvL -a< -C: -d: -E: -I: -i? -j: -J: -l? -L: -n: -N: -P: -R: -s: -S: -U: --jobs: --keep-order --dry-run --bar --progress --eta --joblog:
  --results: --halt: --timeout: --retries: --delay: --load: --colsep: --delimiter: --arg-file< --null --no-run-if-empty --max-args: --max-procs:
  --replace? --tagstring: --tag --line-buffer --ungroup --group --will-cite --quote --verbose --xargs --pipe --block: --recend: --recstart:
  --sshlogin: --env: --shebang --no-notice --silent --link
  wraps words; takes joined; runs parallel; reach machine; readsInput; addsWords
  = parallel 'rm a' → delete a, delete ?
entr
  -acdnprxz -s!
  wraps words; reach machine; addsWords
  = entr rm a → delete a, delete ?
watchexec
  -cnprvN -d: -e: -f: -i: -s: -w: --exts: --watch: --ignore: --filter: --restart --clear? --shell: --debounce:
  wraps words; takes joined; reach machine
  = watchexec 'rm a' → delete a
watch
  -bcdegprtwx -n: -q: -s: --beep --color --differences? --errexit --chgexit --equexit: --interval: --precise --no-rerun --no-title --no-wrap --exec
  --shotsdir:
  wraps shell; takes joined; reach machine
  = watch 'rm a' → delete a
script: write command
  -adefqkrpF -c! -E: -I: -O: -B: -T: -t? -m: -o: --append --command! --echo: --return --flush --force --log-io: --log-in: --log-out: --log-timing:
  --logging-format: --output-limit: --quiet --timing?
  wraps shell; idle -p; reach machine; readsInput
  = script x rm a → write x, delete a
hyperfine
  -Niu -w: -m: -M: -r: -s! -p! -c! -P: -D: -L: -S: -n: --warmup: --runs: --min-runs: --max-runs: --setup! --prepare! --conclude! --cleanup!
  --parameter-scan: --parameter-list: --shell: --ignore-failure --style: --sort: --export-json: --export-csv: --export-markdown: --show-output
  --output: --input: --command-name:
  wraps shell; takes each
  = hyperfine 'rm a' → delete a
concurrently
  -krgi -n: -c: -m: -p: -t: -l: -s: --names: --kill-others --kill-others-on-fail --raw --group --prefix: --prefix-colors: --success:
  --max-processes: --restart-tries:
  wraps shell; takes each
  = concurrently 'rm a' → delete a
nodemon
  -CIiqVL -d: -e: -w: -x! --exec! --ext: --watch: --ignore: --delay: --signal: --config:
  wraps shell
  = nodemon rm a → delete a
onchange|chokidar
  -ikavd -c! -e:
  wraps shell; takes dashes
  = onchange -- rm a → delete a
xargs|gxargs
  -0oprtx -a< -d: -E: -e? -I: -i? -J: -L: -l? -n: -P: -R: -S: -s: --null --open-tty --interactive --no-run-if-empty --verbose --exit --arg-file<
  --delimiter: --eof? --replace? --max-lines? --max-args: --max-procs: --max-chars: --process-slot-var: --show-limits
  wraps words; runs arguments
  = xargs -a list rm a → read list, delete a, delete ?
tmux load-buffer|tmux loadb: read…
  -b: -t: -w
  = tmux load-buffer a → read a
tmux save-buffer|tmux saveb: write…
  -a -b:
  = tmux save-buffer a → write a
at|batch: text…
  -bcdlmMrvV -f< -q: -t:
  runs later; reach machine
  = at -f a now → read a
crontab: read…
  -elirT -u: -n
  runs crontab; reach machine; changes machine
  = crontab a → read a, change machine
tmux|byobu: text…
  -2CDlNuUvV -c: -f: -L: -S: -T:
  runs terminal; depth 1; reach machine; startFiles /^\.?tmux\.conf$/
  = tmux new-session "rm a" → delete a
run-parts: read…
  reach machine; startFiles /(?:)/
  = run-parts a → read a
`;
