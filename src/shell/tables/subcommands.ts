import { OptionTable } from '../options.ts';
import type { ShellWord } from '../reading.ts';

/** A program with subcommands: the options that may stand before them, and how many there are. */
interface MultiProgram {
  readonly options: OptionTable;
  /** How many words name what it does. */
  readonly depth: number;
  /** First words that are followed by another: `docker compose up`. */
  readonly groups: ReadonlySet<string>;
}

const container =
  '-D -c: -H: -l: -v --config: --context: --debug --host: --log-level: --tls --tlscacert: --tlscert: --tlskey: --tlsverify --version --remote --url: --connection: --identity: --root: --storage-driver: -n: --namespace: --address: -a:';
const compose =
  ' -f: -p: --file: --project-name: --project-directory: --profile: --env-file: --ansi: --progress: --parallel: --compatibility --all-resources --dry-run';
const kube =
  '-n: -s: -v: --namespace: --context: --cluster: --user: --kubeconfig: --server: --token: --as: --as-group: --request-timeout: --insecure-skip-tls-verify --certificate-authority: --client-key: --client-certificate: --cache-dir: --tls-server-name: --match-server-version --password: --username:';
const npm =
  '-g -s -d -q -C: -w: -F: -r --prefix: --registry: --userconfig: --cache: --loglevel: --workspace: --workspaces --filter: --dir: --cwd: --silent --quiet --global --json --recursive --include-workspace-root --no-audit --no-fund --color? --use-yarnrc: --mutex: --modules-folder: --ignore-workspace-root-check --offline --verbose';

const rows: readonly (readonly [names: string, options: string, depth?: number, groups?: string])[] = [
  [
    'git',
    '-pPv -C: -c: --git-dir: --work-tree: --namespace: --exec-path? --super-prefix: --config-env: --attr-source: --list-cmds: --paginate --no-pager --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice --html-path --man-path --info-path --version --help',
    1,
    '',
  ],
  [
    'docker podman nerdctl',
    container + compose,
    1,
    'compose container image volume network system buildx builder context manifest plugin secret service stack swarm node trust checkpoint config pod machine generate play kube',
  ],
  ['docker-compose podman-compose', container + compose, 1, ''],
  [
    'kubectl oc k',
    kube,
    1,
    'config rollout create auth top set certificate cluster-info apply adm policy image',
  ],
  [
    'helm',
    `${kube} --kube-context: --registry-config: --repository-cache: --repository-config: --debug --burst-limit:`,
    1,
    'repo plugin dependency registry get show',
  ],
  ['npm pnpm yarn bun', npm, 1, 'config cache workspace workspaces'],
  ['cargo', '-qvV -Z: -C: --color: --config: --locked --offline --frozen --list --explain:', 1, ''],
  [
    'aws',
    '--profile: --region: --output: --endpoint-url: --query: --ca-bundle: --cli-read-timeout: --cli-connect-timeout: --color: --debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --cli-binary-format:',
    2,
    '',
  ],
  [
    'gcloud',
    '-q --project: --account: --configuration: --format: --verbosity: --quiet --impersonate-service-account: --log-http --billing-project: --flags-file: --flatten: --user-output-enabled: --zone: --region:',
    4,
    '',
  ],
  ['gsutil bq', '-mqDi -o: -h: -u: --project_id: --location: --format:', 1, ''],
  ['az', '-o: --output: --query: --subscription: --verbose --debug --only-show-errors', 4, ''],
  ['gh glab', '-R: --repo: --hostname: --help --version', 2, ''],
  [
    'terraform tofu terragrunt',
    '-chdir? --terragrunt-working-dir: --terragrunt-non-interactive -help -version',
    1,
    'state workspace providers',
  ],
  ['pulumi', '-C: -s: --cwd: --stack: --color: --non-interactive -v: --logtostderr', 1, 'stack config state'],
  [
    'systemctl',
    '-aflqrTH: -M: -n: -o: -p: -P: -s: -t: --user --system --global --now --force --no-block --no-pager --no-reload --no-ask-password --quiet --host: --machine: --type: --state: --property: --root: --signal: --lines: --output: --all --failed --full --runtime',
    1,
    '',
  ],
  [
    'loginctl journalctl hostnamectl timedatectl resolvectl machinectl networkctl coredumpctl',
    '-H: -M: -p: -n: -o: -u: --host: --machine: --no-pager --no-ask-password --user --system',
    1,
    '',
  ],
  ['service', '', 2, ''],
  ['brew', '-qvd --quiet --verbose --debug', 1, 'services bundle'],
  [
    'apt apt-get aptitude',
    '-ydfmqsVuh -o: -c: -t: -a: --yes --assume-yes --force-yes --no-install-recommends --purge --fix-broken --dry-run --simulate --quiet? --option: --config-file: --target-release: --allow-downgrades --allow-remove-essential --reinstall --download-only --no-upgrade --only-upgrade',
    1,
    '',
  ],
  [
    'dnf yum zypper microdnf',
    '-yqvnxC -c: -d: -e: -R: --assumeyes --assumeno --quiet --config: --installroot: --enablerepo: --disablerepo: --repo: --releasever: --setopt: --exclude: --non-interactive --nogpgcheck',
    1,
    'history group module repo',
  ],
  [
    'apk',
    '-qvfU -p: -X: --root: --repository: --no-cache --quiet --force --update-cache --allow-untrusted --no-progress',
    1,
    '',
  ],
  ['snap flatpak nix-env', '', 1, ''],
  [
    'pip pip3 uv poetry pipenv pdm conda mamba',
    '-qvVn: -p: -C: --quiet --verbose --isolated --python: --proxy: --cache-dir: --directory: --project: --no-cache --offline --no-interaction --no-ansi --config-file: --color: --name: --prefix:',
    1,
    'pip cache self env config python tool',
  ],
  ['go', '-C:', 1, 'mod work tool'],
  ['dotnet', '-d --diagnostics', 1, 'ef tool nuget sln'],
  ['rustup', '-vq', 1, 'toolchain target component override self'],
  [
    'gem bundle composer rake rails mix',
    '-qvn -d: --working-dir: --no-interaction --quiet --verbose --no-ansi --config-file:',
    1,
    'config exec',
  ],
  [
    'make gmake',
    '-bBdeiknpqrRsStvwj? -C: -f: -I: -l: -o: -O? -W: --directory: --file: --makefile: --jobs? --always-make --dry-run --keep-going --silent --no-print-directory',
    1,
    '',
  ],
  [
    'ansible-galaxy vault consul nomad packer',
    '-address: --address: -namespace:',
    1,
    'kv secrets auth policy token operator lease role collection job acl',
  ],
  [
    'heroku fly flyctl vercel netlify wrangler firebase supabase doctl linode-cli hcloud railway render amplify eb sam serverless sls cdk',
    '-a: -t: -c: --app: --token: --config: --cwd: --project: --context: --profile: --region: --stage: -s: --access-token:',
    2,
    '',
  ],
  ['ip', '-46bdhrsjpNnoc -f: -family: -l: -b: -n: -netns:', 2, 'netns'],
  ['tmux', '-2CDlNuUvV -c: -f: -L: -S: -T:', 1, ''],
  ['zfs zpool btrfs lvm cryptsetup mdadm', '', 1, 'subvolume device filesystem balance'],
  [
    'redis-cli',
    '-h: -p: -s: -a: -u: -n: -r: -i: -d: -x -c --user: --pass: --tls --no-auth-warning --raw --csv',
    1,
    'config script cluster',
  ],
  ['adb fastboot', '-de -s: -t: -H: -P: -L:', 1, 'shell'],
  ['launchctl defaults diskutil hdiutil networksetup scutil security tmutil pmset', '', 1, ''],
  [
    'svn hg bzr jj fossil',
    '-qvyR: -R: --repository: --config: --cwd: --username: --password: --config-dir: --non-interactive',
    1,
    'git bookmark op operation',
  ],
];

/** Programs of which only the subcommands are known that run other programs. */
const others =
  'vagrant crictl lxc incus multipass limactl machinectl buildah apptainer singularity flatpak snap orb toolbox distrobox ' +
  'pipx corepack volta rye hatch pixi micromamba dart nix guix tox opam stack cabal asdf mise rtx rbenv pyenv nodenv fnm devbox ' +
  'direnv nvm aws-vault perf pueue tsh rr dlv';

const programs: ReadonlyMap<string, MultiProgram> = new Map(
  [...rows, [others, ''] as const].flatMap(([names, options, depth = 1, groups = '']) => {
    const program = {
      options: new OptionTable(options),
      depth,
      groups: new Set(groups.split(' ').filter((name) => name !== '')),
    };
    return names.split(' ').map((name): [string, MultiProgram] => [name, program]);
  }),
);

/** What a program with subcommands is told to do. */
export interface Subcommand {
  /** `['push']` for `git -C . push origin`; `['compose', 'up']` for `docker compose up`. Empty when there is none. */
  readonly path: readonly string[];
  /** The places of those words among all words. */
  readonly places: readonly number[];
  /** The words behind it. */
  readonly words: readonly ShellWord[];
  /** The options before and between, with their values. */
  readonly options: readonly { readonly name: string; readonly value: ShellWord | null }[];
  /** False where a word that is only known at run time stands where a subcommand may be. */
  readonly isSure: boolean;
}

/** The subcommand of a program that has any; null for other programs. */
export function subcommandIn(name: string, words: readonly ShellWord[]): Subcommand | null {
  const program = programs.get(name) ?? programs.get(name.toLowerCase());
  if (program === undefined) return null;
  const path: string[] = [];
  const places: number[] = [];
  const options: { name: string; value: ShellWord | null }[] = [];
  let isSure = true;
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const [first] = word.pieces;
    const text = word.value ?? (first?.kind === 'text' ? first.text : '');
    if (/^-./.test(text)) {
      const read = program.options.read(text);
      if (path.length > 0 && !read.isKnown) break;
      const takesNext =
        (read.wants === 'text' || read.wants === 'read' || read.wants === 'write') && read.attached === null;
      options.push({ name: read.names.at(-1) ?? text, value: takesNext ? (words[at + 1] ?? null) : word });
      if (takesNext) at += 1;
      continue;
    }
    if (word.value === null) {
      isSure = false;
      break;
    }
    // `cargo +nightly test`.
    if (path.length === 0 && word.value.startsWith('+')) continue;
    path.push(word.value);
    places.push(at);
    const isGroup = path.length === 1 && program.groups.has(word.value);
    if (path.length >= program.depth && !isGroup) {
      at += 1;
      break;
    }
    if (!/^[\w:.-]+$/.test(word.value)) {
      at += 1;
      break;
    }
  }
  return { path, places, words: words.slice(at), options, isSure };
}
