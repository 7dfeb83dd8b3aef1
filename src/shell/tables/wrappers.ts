import { type Wrapper, type WrapperRow, wrapperEntries } from './wrapper.ts';
import { elsewhereRows } from './wrappers-elsewhere.ts';

const envOptions =
  '-0iv -u: -C: -P: -S: --ignore-environment --null --unset: --chdir: --split-string: --debug --block-signal? ' +
  '--default-signal? --ignore-signal? --list-signal-handling';
const sudoOptions =
  '-ABbEeHiKklNnPSsVv -a: -C: -c: -D: -g: -h: -p: -R: -r: -t: -T: -U: -u: --askpass --background --bell --close-from: --chdir: ' +
  '--preserve-env? --edit --group: --set-home --host: --login --remove-timestamp --reset-timestamp --list --no-update ' +
  '--non-interactive --preserve-groups --prompt: --chroot: --role: --stdin --shell --type: --command-timeout: --other-user: ' +
  '--user: --validate';
const suOptions =
  '-flmpPT -c: -g: -G: -s: -u: -w: --command: --fast --group: --login --preserve-environment --pty --shell: ' +
  '--session-command: --supp-group: --user: --whitelist-environment:';
const straceOptions =
  '-AcCdfFhiknqrtTvVwxyYzZ -a: -b: -e: -E: -I: -o: -O: -p: -P: -s: -S: -u: -U: -X: --trace: --output: --follow-forks ' +
  '--summary-only --attach: --env: --user: --string-limit:';
const lldbOptions =
  '-bewxXQP -a: -c: -f: -k: -K: -l: -n: -o: -O: -p: -r? -s: -S: --arch: --attach-name: --attach-pid: --batch --core: --file: --no-lldbinit ' +
  '--no-use-colors --one-line: --one-line-before-file: --one-line-on-crash: --source: --source-before-file: --source-quietly';
const systemdRunOptions =
  '-dGhPqrSt -H: -M: -p: -u: -E: --user --scope --unit: --property: --setenv: --uid: --gid: --wait --pty --pipe --collect ' +
  '--on-active: --on-calendar: --working-directory: --slice: --description: --quiet --remain-after-exit --same-dir --shell';
const parallelOptions =
  '-0XkmqrtuvL -a: -C: -d: -E: -I: -i? -j: -J: -l? -L: -n: -N: -P: -R: -s: -S: -U: --jobs: --keep-order --dry-run --bar --progress ' +
  '--eta --joblog: --results: --halt: --timeout: --retries: --delay: --load: --colsep: --delimiter: --arg-file: --null ' +
  '--no-run-if-empty --max-args: --max-procs: --replace? --tagstring: --tag --line-buffer --ungroup --group --will-cite --quote ' +
  '--verbose --xargs --pipe --block: --recend: --recstart: --sshlogin: --env: --shebang --no-notice --silent --link';
const watchOptions =
  '-bcdegprtwx -n: -q: -s: --beep --color --differences? --errexit --chgexit --equexit: --interval: --precise --no-rerun ' +
  '--no-title --no-wrap --exec --shotsdir:';
const scriptOptions =
  '-adefqkrpF -c: -E: -I: -O: -B: -T: -t? -m: -o: --append --command: --echo: --return --flush --force --log-io: --log-in: ' +
  '--log-out: --log-timing: --logging-format: --output-limit: --quiet --timing?';
const hyperfineOptions =
  '-Niu -w: -m: -M: -r: -s: -p: -c: -P: -D: -L: -S: -n: --warmup: --runs: --min-runs: --max-runs: --setup: --prepare: --conclude: ' +
  '--cleanup: --parameter-scan: --parameter-list: --shell: --ignore-failure --style: --sort: --export-json: --export-csv: ' +
  '--export-markdown: --show-output --output: --input: --command-name:';
const unshareOptions =
  '-fimnprTuUcC -S: -G: -R: -w: --mount? --uts? --ipc? --net? --pid? --user? --cgroup? --time? --fork --map-user: --map-group: ' +
  '--map-root-user --map-current-user --map-auto --mount-proc? --propagation: --setgroups: --keep-caps --root: --wd: --kill-child?';
const nsenterOptions =
  '-aFZ -t: -m? -u? -i? -n? -p? -C? -U? -T? -S: -G: -r? -w? --all --target: --mount? --uts? --ipc? --net? --pid? --cgroup? --user? ' +
  '--time? --setuid: --setgid: --preserve-credentials --root? --wd? --no-fork';
const daemonOptions =
  '-SKTHqvbmto -x: -a: -p: -u: -n: -c: -g: -s: -r: -d: -R: --exec: --startas: --pidfile: --user: --name: --chuid: --group: --chdir: ' +
  '--start --stop --background --make-pidfile --quiet --oknodo --retry: --signal:';

const rows: readonly WrapperRow[] = [
  ['command', 'plain', '-pvV', { idle: '-v -V' }],
  ['builtin|noglob|nocorrect|-|nohup|catchsegv|unbuffer', 'plain', '-p'],
  ['exec', 'plain', '-cl -a:'],
  ['repeat', 'plain', '', { operands: 1 }],
  ['time|gtime', 'plain', '-pvqalh -f: -o: --portability --verbose --quiet --append --format: --output:'],
  [
    'timeout|gtimeout',
    'plain',
    '-fpv -k: -s: --kill-after: --signal: --foreground --preserve-status --verbose',
    { operands: 1 },
  ],
  ['nice|gnice', 'plain', '-# -n: --adjustment:'],
  [
    'ionice',
    'plain',
    '-t -c: -n: -p: -P: -u: --class: --classdata: --pid: --ignore',
    { idle: '-p -P -u --pid' },
  ],
  [
    'chrt',
    'plain',
    '-abdefiomprRv -T: -P: -D: --all-tasks --pid',
    { operands: 1, idle: '-m -p --max --pid' },
  ],
  ['taskset', 'plain', '-acp --all-tasks --cpu-list --pid', { operands: 1, idle: '-p --pid' }],
  ['stdbuf|gstdbuf', 'plain', '-i: -o: -e: --input: --output: --error:'],
  ['setsid', 'plain', '-cfw --ctty --fork --wait'],
  [
    'numactl',
    'plain',
    '-asHl -i: -m: -N: -C: -p: --interleave: --membind: --cpunodebind: --physcpubind: --localalloc --preferred: --show --hardware',
  ],
  [
    'prlimit',
    'plain',
    '-p: --pid: --noheadings --raw --verbose --nofile? --nproc? --as? --cpu? --core? --data? --stack?',
    { idle: '-p --pid' },
  ],
  ['setarch|linux32|linux64|i386|x86_64|uname26', 'plain', '-vRFZLXBITS --uname-2.6 --addr-no-randomize'],
  ['strace', 'plain', straceOptions, { idle: '-h -V' }],
  ['ltrace', 'plain', '-bcCfhiLrStTV -a: -A: -D: -e: -F: -l: -n: -o: -p: -s: -u: -w: -x:', { idle: '-h -V' }],
  ['valgrind', 'plain', '-hqvd'],
  ['gdb --args', 'plain', ''],
  ['lldb', 'plain', lldbOptions, { idle: '-p -n -P --attach-pid --attach-name' }],
  ['rlwrap', 'plain', '-aAcdeEgGhiIlmMnNoOpPqrRStTuUvVwWX -C: -b: -f: -H: -s: -D:'],
  ['logsave', 'plain', '-asv', { operands: 1 }],
  ['caffeinate', 'plain', '-disum -t: -w:'],
  ['arch', 'plain', '-x -e: -d: --x86_64 --arm64'],
  [
    'dbus-run-session|dbus-launch|xvfb-run|torify|torsocks|proxychains|proxychains4|tsocks|eatmydata|aoss|padsp|optirun|primusrun',
    'plain',
    '-aq -f: -n: -s: -e: -l: -p: -w: --auto-servernum --server-num: --server-args: --config-file:',
  ],
  ['fakeroot|fakechroot', 'plain', '-hvu -l: -s: -i: -b: -f:'],
  ['faketime', 'plain', '-fm -p: --exclude-monotonic', { operands: 1 }],
  ['dumb-init|tini', 'plain', '-csvgwV -e: -p: -r: --rewrite: --single-child --verbose'],
  ['envdir|with-contenv|s6-envdir', 'plain', '', { operands: 1 }],
  ['execlineb', 'plain', '-P -c: -s:', { operands: 1, code: '-c' }],
  ['cgexec', 'plain', '-g: --sticky'],
  ['ssh-agent', 'plain', '-cDdks -a: -E: -O: -P: -t:', { idle: '-k' }],
  [
    'perf stat|perf record|perf trace|perf mem|perf ftrace|perf kvm|perf top',
    'plain',
    '-adgiqsvxz -B -c: -C: -D: -e: -F: -G: -I: -j: -m: -M: -o: -p: -r: -t: -T: -u: --event: --output: --repeat: --call-graph: --delay: --freq: --',
  ],
  ['perf sched|perf lock|perf c2c|perf timechart', 'plain', '', { takes: 'anywhere' }],
  [
    'nq|ts|tsp|task-spooler|chronic|ifne|sem|daemonize|daemon|supervise|softlimit|envuidgid|choom|uclampset|coresched|landrun|' +
      'sandbox-exec|xcrun|mpirun|mpiexec|srun|bsub|condor_run|runcon|wine|gpg-agent|pueue add|jj util|' +
      'gdbserver|heaptrack|rr record|dlv exec|qemu-x86_64|qemu-aarch64|qemu-i386|qemu-arm',
    'plain',
    '',
    { takes: 'anywhere' },
  ],
  ['sbatch|qsub', 'plain', '--wrap:', { code: '--wrap', readsInput: true }],
  ['cmake -E env', 'plain', '--unset: --modify:', { assigns: true }],
  ['cmake -E time', 'plain', ''],
  ['cmake -E chdir', 'plain', '', { operands: 1 }],
  [
    'xterm|uxterm|urxvt|rxvt|st|konsole|alacritty|lxterminal|xfce4-terminal|terminator|mate-terminal|gnome-terminal|tilix|' +
      'x-terminal-emulator|kitty|foot|wezterm|ghostty|lxterm|cool-retro-term',
    'plain',
    '',
    { takes: 'anywhere', code: '-e -x --command --execute' },
  ],
  ['systemd-run', 'plain', systemdRunOptions, { folder: '--working-directory' }],
  [
    'systemd-inhibit|gnome-session-inhibit',
    'plain',
    '--what: --who: --why: --mode: --list --inhibit: --reason:',
  ],
  ['start-stop-daemon', 'plain', daemonOptions, { code: '-x -a --exec --startas' }],
  [
    'flock',
    'plain',
    '-enosuxFv -c: -E: -w: --exclusive --shared --unlock --nonblock --nb --timeout: --wait: --close --no-fork --command: --verbose',
    { operands: 1, code: '-c --command' },
  ],
  ['screen', 'plain', '-ADRUXaimdwxLQ -c: -e: -h: -p: -r? -s: -S: -t: -T:'],
  ['busybox|toybox', 'plain', '--list --list-full --install', { idle: '--list --list-full --install' }],
  ['coreutils', 'plain', '--coreutils-prog:', { code: '--coreutils-prog' }],
  [
    'ld.so|ld-linux.so.2|ld-linux-x86-64.so.2|ld-linux-aarch64.so.1|ld-musl-x86_64.so.1|ld-musl-aarch64.so.1',
    'plain',
    '--library-path: --preload: --argv0: --inhibit-cache --inhibit-rpath: --audit: --list --verify',
  ],
  ['env|genv', 'plain', envOptions, { assigns: true, folder: '-C --chdir' }],
  ['cross-env', 'plain', '', { assigns: true }],
  ['cross-env-shell', 'shell', '', { assigns: true, takes: 'joined' }],
  ['dotenv|dotenvx|env-cmd', 'plain', '', { takes: 'anywhere' }],
  [
    'op|doppler|chamber|infisical|teller|vaultenv|summon|with-env|aws-vault',
    'plain',
    '--command:',
    { takes: 'dashes', code: '--command' },
  ],

  [
    'sudo',
    'user',
    sudoOptions,
    {
      assigns: true,
      idle: '-e -l -v -k -K -V --edit --list --validate',
      folder: '-D --chdir',
      readsInput: true,
    },
  ],
  ['doas', 'user', '-Lns -a: -C: -u:', { idle: '-L -C', readsInput: true }],
  ['pkexec', 'user', '--user: --disable-internal-agent --keep-cwd'],
  ['gosu|su-exec|setuidgid|s6-setuidgid', 'user', '', { operands: 1 }],
  ['sg', 'user', '-c:', { operands: 1, takes: 'joined', code: '-c' }],
  ['newgrp', 'user', '-l', { operands: 1, readsInput: true }],
  ['chpst', 'user', '-vP012 -u: -U: -e: -n: -l: -L: -/: -C: -b: -m: -d: -o: -p: -f: -c: -r: -t:'],
  ['su', 'user', suOptions, { operands: 1, code: '-c --command --session-command', readsInput: true }],
  ['runuser', 'user', suOptions, { code: '-c --command --session-command', readsInput: true }],
  [
    'setpriv',
    'user',
    '-d --reuid: --regid: --clear-groups --keep-groups --init-groups --groups: --inh-caps: --bounding-set: --no-new-privs --dump',
    { idle: '-d --dump' },
  ],

  ['chroot', 'place', '--groups: --userspec: --skip-chdir', { operands: 1, readsInput: true }],
  ['unshare', 'place', unshareOptions, { readsInput: true }],
  ['nsenter', 'place', nsenterOptions, { readsInput: true }],
  ['bwrap|firejail|proot|systemd-nspawn', 'place', '', { takes: 'anywhere' }],

  ['parallel', 'words', parallelOptions, { takes: 'joined', readsInput: true, addsWords: true }],
  ['entr', 'words', '-acdnprsxz', { addsWords: true }],
  [
    'watchexec',
    'words',
    '-cnprvN -d: -e: -f: -i: -s: -w: --exts: --watch: --ignore: --filter: --restart --clear? --shell: --debounce:',
    { takes: 'joined' },
  ],
  ['watch', 'shell', watchOptions, { takes: 'joined' }],
  ['script', 'shell', scriptOptions, { operands: 1, code: '-c --command', idle: '-p', readsInput: true }],
  [
    'hyperfine',
    'shell',
    hyperfineOptions,
    { takes: 'each', code: '-s -p -c --setup --prepare --conclude --cleanup' },
  ],
  [
    'concurrently',
    'shell',
    '-krgi -n: -c: -m: -p: -t: -l: -s: --names: --kill-others --kill-others-on-fail --raw --group --prefix: --prefix-colors: --success: --max-processes: --restart-tries:',
    { takes: 'each' },
  ],
  [
    'nodemon',
    'shell',
    '-CIiqVL -d: -e: -w: -x: --exec: --ext: --watch: --ignore: --delay: --signal: --config:',
    { code: '-x --exec' },
  ],
  ['onchange|chokidar', 'shell', '-ikavd -c: -e:', { takes: 'dashes', code: '-c' }],
  [
    'nix-shell',
    'shell',
    '-p: -A: -E: -I: --run: --command: --pure --packages: --attr: --expr: --arg: --argstr:',
    { code: '--run --command' },
  ],
];

/** Every program that runs another, by its name; those that do so in a subcommand by `program subcommand`. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map(
  [...rows, ...elsewhereRows].flatMap(wrapperEntries),
);
