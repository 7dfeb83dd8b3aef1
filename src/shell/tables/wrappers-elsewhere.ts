import type { WrapperRow } from './wrapper.ts';

const ssh =
  '-46AaCfGgKkMNnqsTtVvXxYy -B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -P: -Q: -R: -S: -W: -w:';
const container =
  '-ditqPT -a: -c: -e: -h: -l: -m: -p: -u: -v: -w: --add-host: --annotation: --attach: --blkio-weight: --build --cap-add: --cap-drop: ' +
  '--cgroup-parent: --cidfile: --cpus: --cpu-shares: --cpuset-cpus: --detach --detach-keys: --device: --dns: --entrypoint: --env: ' +
  '--env-file: --expose: --gpus: --group-add: --health-cmd: --hostname: --index: --init --interactive --ip: --ipc: --label: ' +
  '--label-file: --link: --log-driver: --log-opt: --mac-address: --memory: --memory-swap: --mount: --name: --net: --network: ' +
  '--network-alias: --no-TTY --no-deps --oom-kill-disable --pid: --pids-limit: --platform: --privileged --publish: --publish-all ' +
  '--pull: --quiet --read-only --remove-orphans --restart: --rm --runtime: --security-opt: --service-ports --shm-size: --sig-proxy? ' +
  '--stop-signal: --stop-timeout: --storage-opt: --sysctl: --tmpfs: --tty --ulimit: --use-aliases --user: --userns: --uts: --volume: ' +
  '--volume-driver: --volumes-from: --workdir:';
const virtual =
  '-istT -u: -n: -d: -B: -e: -c: -r: -w: --env: --user: --uid: --workdir: --cwd: --bind: --command? --name: --container: --home: ' +
  '--nv --contain --cleanenv --root --project: --remote: --working-directory:';
const environment =
  '-qv -n: -p: -c: -e: -m: -r: --no-capture-output --live-stream --name: --prefix: --cwd: --python: --with: --with-requirements: ' +
  '--extra: --group: --env-file: --project: --directory: --package: --no-sync --frozen --locked --isolated --all-extras ' +
  '--no-project --active --using: --command:';
const fetched =
  '-yqr -p: -c: -w: --yes --no --package: --call: --workspace: --workspaces --quiet --shell-mode --recursive --parallel --filter: ' +
  '--no-install --ignore-existing --prefer-offline --prefer-online --bun --from: --with: --python: --spec: --pip-args:';
const remote =
  '-c: -C: -a: -s: -x: --command: --app: --size: --zone: --project: --tunnel-through-iap --ssh-flag: --internal-ip --region:';

const engines = ['docker', 'podman', 'nerdctl'];
const composers = [...engines.map((name) => `${name} compose`), 'docker-compose', 'podman-compose'];
const in2 = (programs: readonly string[], subcommands: string): string =>
  programs.flatMap((program) => subcommands.split(' ').map((name) => `${program} ${name}`)).join('|');

/** Programs that run a command elsewhere, or fetch it first. */
export const elsewhereRows: readonly WrapperRow[] = [
  [
    'ssh|autossh|mosh|dbclient|et',
    'place',
    ssh,
    { operands: 1, takes: 'joined', readsInput: true, idle: '-V -G -Q -N -O' },
  ],
  ['sshpass', 'place', '-ev -f: -d: -p: -P:'],
  ['rsh|remsh', 'place', '-l: -x: -R: -u: -t:', { operands: 1, takes: 'joined' }],
  ['pdsh|dsh|pssh|parallel-ssh|clush|fab|tsh ssh|salt|wsl|flatpak run', 'place', '', { takes: 'anywhere' }],
  [in2(engines, 'exec run create'), 'place', container, { operands: 1, isStrict: true }],
  [
    in2(
      engines.map((name) => `${name} container`),
      'exec run create',
    ),
    'place',
    container,
    { operands: 1, isStrict: true },
  ],
  [in2(composers, 'exec run'), 'place', container, { operands: 1, isStrict: true }],
  [
    in2(['kubectl', 'oc', 'k'], 'exec rsh'),
    'place',
    '-itq -c: -n: -f: -l: --stdin --tty --quiet --container: --namespace: --filename: --context: --kubeconfig: --pod-running-timeout:',
    { operands: 1 },
  ],
  [in2(['kubectl', 'oc', 'k'], 'run debug attach'), 'place', '', { takes: 'dashes' }],
  [
    'crictl exec|lxc exec|incus exec|multipass exec|limactl shell|machinectl shell|buildah run|apptainer exec|singularity exec|' +
      'apptainer run|singularity run|snap run|orb run',
    'place',
    virtual,
    { operands: 1 },
  ],
  ['toolbox run|distrobox enter', 'place', virtual],
  ['ip netns exec', 'place', '', { operands: 1 }],
  ['adb shell', 'place', '-ntTx -e:', { takes: 'joined', readsInput: true }],
  [
    'vagrant ssh|fly ssh console|flyctl ssh console',
    'place',
    remote,
    { code: '-c -C --command', readsInput: true },
  ],
  ['heroku run|railway run', 'place', remote, { takes: 'joined' }],
  [
    'gcloud compute ssh|doctl compute ssh|az ssh vm',
    'place',
    remote,
    { operands: 1, code: '--command', readsInput: true },
  ],
  ['npx|bunx|pnpx|uvx', 'package', fetched, { code: '-c --call' }],
  [
    'npm exec|npm x|pnpm exec|pnpm dlx|yarn exec|yarn dlx|bun x|pipx run|corepack npx|corepack pnpm|corepack yarn|volta run',
    'package',
    fetched,
    { code: '-c --call' },
  ],
  [
    'poetry run|pipenv run|uv run|rye run|hatch run|pdm run|pixi run|conda run|mamba run|micromamba run|bundle exec|dart run|' +
      'composer exec|nix run|guix shell|tox exec|opam exec|stack exec|cabal exec|asdf exec',
    'package',
    environment,
  ],
  ['rbenv exec|pyenv exec|nodenv exec|fnm exec|devbox run', 'package', environment],
  ['direnv exec|nvm exec|nvm run|rustup run|aws-vault exec', 'package', environment, { operands: 1 }],
  ['npm explore|pnpm explore', 'place', '', { takes: 'anywhere' }],
  ['nix develop|nix shell|mise exec|mise x|rtx exec', 'package', '', { takes: 'anywhere' }],
];
