/** Programs that keep versions. `card.ts` describes the format. */
export const gitCards = String.raw`
git
  -pPv -C@ -c: --git-dir< --work-tree< --namespace: --exec-path? --super-prefix: --config-env: --attr-source: --list-cmds: --paginate --no-pager
  --no-replace-objects --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --no-lazy-fetch
  --no-advice --html-path --man-path --info-path --version --help
  does repository; runs repository; depth 1; groups subtree; reach folder; changes repository; startFiles /^(?:\.gitconfig|config|\.gitmodules|(?:pre|post)-[a-z-]+|commit-msg|prepare-commit-msg|applypatch-msg|update|reference-transaction|fsmonitor-watchman|git-[\w-]+)$/; dryRun /^(?:--dry-run|-[fdxXqvui]*n[fdxXqvuin]*|--analyze)$/
  = git status → change repository
git diff: read…
  --diff-filter: --relative?
  like git log; prints found; namesWith --name-only; alters --stat; shows
  = git diff a → read a, change repository
git log|git shortlog: read…
  -abdefiklnpqrsuvwxyzADEGHILNOPQRVWXYZ -m: -F< -S? -U? -C? -M? -B? --message: --file< --output> --pathspec-from-file< --pathspec-file-nul --author: --date: --grep: --format: --pretty? --since: --until: --after: --before:
  --quiet --verbose --force --dry-run --patch --all --update --stat? --name-only --name-status --oneline --graph --cached --staged --source: --worktree --ours --theirs --merge --conflict: --detach --orphan: --track? --no-track
  --recurse-submodules? --depth: --branch: --origin: --no-checkout --bare --mirror --single-branch --tags --no-tags --prune --set-upstream --delete --force-with-lease? --no-verify --rebase? --ff-only --no-ff --amend --no-edit --template: --separate-git-dir: --reference: --config: --jobs: --filter: --shallow-since:
  --chmod: --intent-to-add --ignore-errors --refresh --ignore-missing --renormalize --sparse --ignore-unmatch --untracked --no-index --exclude-standard --others --ignored --modified --deleted --exclude: --exclude-from< --index --check --numstat --summary --reverse --reject --3way --whitespace: --directory: --include: --prefix:
  reveals -p -u -L -c --patch --cc --full-diff --patch-with-stat --word-diff --color-words --patch-with-raw -U --unified --ext-diff --textconv
  = git log -- a → list a, change repository
  = git log -p -- a → read a, change repository
git add|git stage|git blame|git annotate|git cat-file|git diff-files|git diff-index|git diff-tree|git difftool|git format-patch|git hash-object|git show|git whatchanged|git update-index|git archive|git bundle: read…
  like git log; shows
  = git add a → read a, change repository
  = git show HEAD:a → read HEAD:a, read a, change repository
git apply|git am: read…
  like git log; patches; dryRun /^--(?:check|stat|numstat|summary|abort|skip|continue|quit|show-current-patch)/
  = git apply --check a → read a, change repository
git checkout|git checkout-index: write…
  like git log; recorded
  = git checkout -- a → write a, change repository
git restore: write…
  like git log; recorded --staged -S
  = git restore a → write a, change repository
git worktree|git sparse-checkout: write…
  like git log
  = git worktree add a → write a, write add, change repository
git init: write?
  like git log
  = git init a → write a, change repository
git clean: delete…
  -dfiqxXn -e: --force --interactive --quiet --dry-run --exclude:
  deep; here; ignored -x -X; except -e --exclude; idle -n --dry-run
  = git clean -fd a → delete a/**, change repository
  = git clean -fdx → delete ./**, change repository
git stash: text delete…
  -kqpuaS -m: --keep-index --no-keep-index --patch --include-untracked --only-untracked --all --staged --quiet --index --message:
  --pathspec-from-file<
  deep -u -a --include-untracked --all; here; ignored -a --all; moves
  = git stash → change repository
  = git stash -u → delete ./**, change repository
git rm: delete…
  like git log; idle --cached
  = git rm a → delete a, change repository
  = git rm --cached a → change repository
git mv: delete… write
  like git log
  = git mv a b → delete a, write b, change repository
git grep: pattern read…
  like git log; deep; ignored --no-index --no-exclude-standard; gives -e -f; here; prints found; shows
  = git grep x → read ./**, change repository
  = git grep --no-index x a → read a/**, change repository
git clone: host write?
  like git log; talks fetch
  = git clone https://a.example/b.git → fetch a.example, write ./b/**, change repository
  = git clone https://a.example/b.git c → fetch a.example, write c, change repository
git fetch|git pull|git ls-remote: host? text…
  like git log; talks fetch
  = git fetch origin → fetch origin, change repository
git send-pack|git subtree push: host? text…
  -nqv -P: --all --dry-run --force --mirror --atomic --thin --stdin --verbose --prefix: --annotate: --squash --rejoin --receive-pack! --exec!
  talks send; acts push
  = git send-pack origin main → send origin, change repository
  = git subtree push --prefix=a origin main → send origin, change repository
git push: host? text…
  like git log; talks send
  = git push origin main → send origin, change repository
hg|svn|bzr|jj|fossil|darcs|cvs|p4|sl|got|gitoxide|gix
  -qvyR: -R: --repository: --config: --cwd@ --username: --password: --config-dir: --non-interactive
  depth 1; groups git bookmark op operation; reach folder; changes repository; carries /^(?:--config=)?(?:alias|hooks|ui|merge-tools|extdiff)\.[\w.-]+=!?/
  = svn commit a → read a, write a, change repository
gh|glab|hub|tea
  -R: --repo: --hostname: --help --version
  depth 2; reach folder; changes repository; carries /^!/
  = gh pr list → change repository
git config: text…
  -lez -f< --file< --blob: --type: --default: --get --get-all --list --unset --unset-all --add --global --local --system --worktree --show-origin --edit --get-regexp
  shows
  = git config -f a -l → read a, change repository
git ls-files: text…
  -zmocdtsu --modified --others --cached --deleted --exclude-standard
  prints found; alters -s -t -u
  = git ls-files → change repository
git branch: text…
  -adDmMcCrvqlfu -D -t? --show-current --all --remotes --list --sort: --format: --delete --move --copy --merged? --contains? --color?
  prints found; namesWith --show-current; alters -a -r -v --all --list
  = git branch → change repository
git rev-parse: text…
  -q --abbrev-ref? --short? --verify --quiet
  prints found; namesWith HEAD; alters -q
  = git rev-parse HEAD → change repository
git describe: text…
  --tags --abbrev: --always --dirty? --exact-match --long
  prints found; namesWith --tags --always
  = git describe --tags → change repository
`;
