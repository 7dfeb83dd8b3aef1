/** Programs that build, test and install packages. `card.ts` describes the format. */
export const packageCards = String.raw`
npm|cnpm
  -g -s -d -q -C@ -w: -F: -r --prefix@ --registry: --userconfig: --cache: --loglevel: --workspace: --workspaces --filter: --dir@ --cwd@ --silent
  --quiet --global --json --recursive --include-workspace-root --no-audit --no-fund --color? --use-yarnrc: --mutex: --modules-folder:
  --ignore-workspace-root-check --offline --verbose
  depth 1; groups config cache workspace workspaces; reach folder; changes packages; startFiles /^(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?)$/; dryRun /^--dry-run$/
  installs install i in ins add link ln; updates update up upgrade; uninstalls uninstall remove rm un unlink r; everywhere -g --global global --location=global link; loads
  = npm ci → change packages
pnpm|yarn
  like npm; runs scripts; depth 1; groups config cache workspace workspaces; reach folder; changes packages; startFiles /^(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?)$/; dryRun /^--dry-run$/
  installs install i in ins add link ln; updates update up upgrade; uninstalls uninstall remove rm un unlink r; everywhere -g --global global --location=global link; loads
  = pnpm install → change packages
npx|bunx|pnpx|uvx
  -yqr -p: -c! -w: --yes --no --package: --call! --workspace: --workspaces --quiet --shell-mode --recursive --parallel --filter: --no-install
  --ignore-existing --prefer-offline --prefer-online --bun --from: --with: --python: --spec: --pip-args:
  wraps package; startFiles /^(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?)$/; loads
  = npx rm a → delete a
npm exec|npm x|bun x|pipx run|corepack npx|corepack pnpm|corepack yarn|volta run
  like npx; wraps package; loads
  = npm exec -c "rm a" → change packages, delete a
pnpm exec|pnpm dlx|yarn exec|yarn dlx
  like npx; wraps package; takes joined; loads
  = pnpm exec rm a → change packages, delete a
  = yarn exec "rm a" → change packages, delete a
poetry run|pipenv run|uv run|rye run|hatch run|pdm run|pixi run|conda run|mamba run|micromamba run|bundle exec|dart run|composer exec|nix run|guix shell|tox exec|opam exec|stack exec|cabal exec|asdf exec|rbenv exec|pyenv exec|nodenv exec|fnm exec|devbox run
  -qv -n: -p: -c: -e: -m: -r: --no-capture-output --live-stream --name: --prefix: --cwd@ --python: --with: --with-requirements: --extra: --group:
  --env-file: --project: --directory@ --package: --no-sync --frozen --locked --isolated --all-extras --no-project --active --using: --command:
  wraps package
  = poetry run rm a → change packages, delete a
direnv exec|nvm exec|nvm run|rustup run|aws-vault exec: text command
  like poetry run; wraps package
  = rustup run stable rm a → change packages, delete a
npm explore|pnpm explore
  wraps place; takes anywhere
  = npm explore x -- rm a → read x, write x, change packages, read rm, write rm, read a, write a, delete a
nix develop|nix shell|mise exec|mise x|rtx exec
  wraps package; takes anywhere
  = mise exec -- rm a → change packages, delete a
nix-shell
  -p: -A: -E: -I: --run! --command! --pure --packages: --attr: --expr: --arg: --argstr:
  wraps shell; readsInput
  = nix-shell --run "rm a" → delete a
pip|pip3|uv|poetry|pipenv|pdm|conda|mamba|rye|hatch|pixi|micromamba|pipx|easy_install|twine|flit|virtualenv|venv|pip-compile|pip-sync|pip-audit|pipdeptree
  -qvVn: -p: -C: -r< -c< -e< --requirement< --constraint< --editable< --quiet --verbose --isolated --python: --proxy: --cache-dir: --directory@
  --project: --no-cache --offline --no-interaction --no-ansi --config-file: --color: --name: --prefix:
  depth 1; groups pip cache self env config python tool; reach folder; changes packages; startFiles /^(?:conftest|setup|sitecustomize|usercustomize)\.py$|^tox\.ini$/; dryRun /^--dry-run$/
  = pip install x → read x, write x, change packages
  = pip install -r a.txt → read a.txt, change packages
cargo|cross
  -qvV -Z: -C@ --color: --config: --locked --offline --frozen --list --explain: --exec! --runner!
  depth 1; reach folder; changes packages; startFiles /^(?:build\.rs|Cargo\.toml|config\.toml)$/; dryRun /^--dry-run$/
  = cargo build → change packages
rustup
  -vq
  depth 1; groups toolchain target component override self; reach folder; changes packages
  = rustup update → change packages
go|gofmt-all|gvm
  -C@ -exec! --exec! -/toolexec! --toolexec! -/exec! -/coverprofile> -/o> -c -/run: -/tags: -/ldflags:
  depth 1; groups mod work tool; compiles; reach folder; changes packages
  = go build → change packages
dotnet|nuget|paket|msbuild
  -d --diagnostics
  depth 1; groups ef tool nuget sln; reach folder; changes packages
  = dotnet build → change packages
gem|bundle|bundler|composer|mix|rebar3|dart|tox|opam|stack|cabal|gradle|gradlew|mvn|mvnw|lein|sbt|bazel|turbo|nx|lerna|rush
  -qvn -d: --working-dir@ --no-interaction --quiet --verbose --no-ansi --config-file:
  depth 1; groups config exec; reach folder; changes packages
  = eslint a → read a, write a
pytest|py.test
  reach folder; changes packages; startFiles /^(?:conftest|setup|sitecustomize|usercustomize)\.py$|^tox\.ini$|^(?:test_.*|.*_test)\.py$/
  = pytest a → read a, write a, change packages
make|gmake|bmake|remake: text…
  -bBdeiknpqrRsStvwj? -C@ -f* -I: -l: -o: -O? -W: --directory@ --file* --makefile* --eval$ --jobs? --always-make --dry-run --just-print --recon
  --keep-going --silent --no-print-directory --include-dir: --question --touch --trace --debug?
  language make; depth 1; reach folder; changes packages; carries /^SHELL=/; startFiles /^(?:GNUm|m|M)akefile$/; dryRun /^(?:-n|--dry-run|--just-print|--recon)$/
  = make test → change packages
  = make -f a → read a, change packages
just
  -f< -c! --command! --justfile< --working-directory@
  reach folder; changes packages; startFiles /^\.?[jJ]ustfile$/
  = just test → read test, write test, change packages
task|go-task
  reach folder; changes packages; startFiles /^[tT]askfile\.ya?ml$/
  = task build → read build, write build, change packages
rake|drake: text…
  -qvn -e$ --execute$ -f* --rakefile*
  language ruby; depth 1; reach folder; changes packages; startFiles /^[rR]akefile(?:\.rb)?$/
  = rake test → change packages
cmake: text…
  -P* -C* -B> -S< -G: -D: -U: -T: -A: --build< --install< --preset: --target: --config: -j?
  runs buildTool; language cmake; reach folder; changes packages; startFiles /^CMakeLists\.txt$|\.cmake$/
  = cmake -S a → read a, change packages
ninja: text…
  -nv -C@ -f* -j: -k: -l: -d: -t:
  language ninja; reach folder; changes packages; startFiles /^build\.ninja$/; dryRun /^-n$/
  = ninja all → change packages
apt|apt-get|aptitude|nala: text…
  -ydfmqsVuh -o: -c: -t: -a: --yes --assume-yes --force-yes --no-install-recommends --purge --fix-broken --dry-run --simulate --quiet? --option:
  --config-file: --target-release: --allow-downgrades --allow-remove-essential --reinstall --download-only --no-upgrade --only-upgrade
  depth 1; reach machine; changes packages; carries /^(?:-o)?(?:\w+::)+(?:pre|post)-(?:invoke|install-pkgs)(?:-success)?(?:::)?=/i; dryRun /^(?:-[yqV]*s[yqV]*|--(?:dry-run|simulate|just-print|no-act|recon))$/
  = apt-get install x → change packages
dnf|yum|zypper|microdnf|tdnf|urpmi|rpm-ostree: text…
  -yqvnxC -c: -d: -e: -R: --assumeyes --assumeno --quiet --config: --installroot: --enablerepo: --disablerepo: --repo: --releasever: --setopt:
  --exclude: --non-interactive --nogpgcheck
  depth 1; groups history group module repo; reach machine; changes packages
  = dnf install x → change packages
apk: text…
  -qvfU -p: -X: --root: --repository: --no-cache --quiet --force --update-cache --allow-untrusted --no-progress
  depth 1; reach machine; changes packages
  = apk add x → change packages
brew|port|fink|mas: text…
  -qvd --quiet --verbose --debug
  depth 1; groups services bundle; reach machine; changes packages
  = brew install x → change packages
snap|flatpak|nix-env|nix|guix|emerge|eopkg|xbps-install|xbps-remove|pkg|pkg_add|pkgin|slackpkg|installpkg|removepkg|swupd|scoop|choco|winget: text…
  depth 1; reach machine; changes packages
  = snap install x → change packages
pacman|yay|paru|pamac|makepkg: text…
  reach machine; changes packages; dryRun /^(?:-R[a-oq-z]*p[a-z]*|--print)$/
  = pacman -S x → change packages
dpkg|dpkg-deb|dpkg-reconfigure|dpkg-divert|rpm|rpmbuild|alien|update-alternatives|debconf-set-selections
  --pre-invoke! --post-invoke! --status-logger!
  reach machine; changes packages
  = dpkg -l → change packages
asdf|mise|rtx|rbenv|pyenv|nodenv|goenv|jenv|plenv|fnm|nvm|n|volta|sdk|corepack|devbox|direnv|vfox|proto: text…
  depth 1; changes packages; startFiles /^\.envrc$/
  installs install i in ins add link ln; updates update up upgrade; uninstalls uninstall remove rm un unlink r; everywhere -g --global global --location=global link
  = nvm use 20 → change packages
bun: script text…
  -g -C@ -w: -r: --cwd@ --filter: --silent --global -e$ -p$ --eval$ --print$ --preload* --env-file: --hot --watch
  runs scripts; language javascript; depth 1; groups config cache workspace workspaces pm; reach folder; changes packages; startFiles /^(?:package\.json|\.npmrc|bunfig\.toml)$/; dryRun /^--dry-run$/; readsInput
  installs install i in ins add link ln; updates update up upgrade; uninstalls uninstall remove rm un unlink r; everywhere -g --global global --location=global link
  = bun install → read install, change packages
`;
