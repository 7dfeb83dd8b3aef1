import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PermissionRules } from '../../src/permissions/permission-rules.ts';
import { Scratch } from '../support/scratch.ts';

const bash = (command: string) => ({ toolName: 'Bash', input: { command }, cwd: '/project' });

describe('a shell whose argument has another name or shape', () => {
  const rules = new PermissionRules({ deny: ['Bash(rm *)'], allow: ['Bash(ls)'] });
  const call = (toolName: string, input: object) => ({ toolName, input: { ...input }, cwd: '/project' });

  it.each([
    ['exec_command', { cmd: 'rm x' }],
    ['exec_command', { cmd: 'ls', script: 'rm x' }],
    ['shell', { command: ['bash', '-lc', 'rm x'] }],
    ['shell', { command: ['rm', 'x'] }],
    ['Bash', { command: 3 }],
    ['Bash', {}],
    ['exec_command', { cmd: { line: 'rm x' } }],
    ['exec_command', { cmd: { what: 'ls' } }],
  ])('is blocked: %s %j', (tool, input) => {
    expect(rules.denies(call(tool, input))).not.toBeNull();
  });

  it.each([
    ['exec_command', { cmd: 'ls' }],
    ['shell', { command: ['bash', '-lc', 'ls'] }],
    ['shell', { command: ['echo', 'rm x'] }],
  ])('passes, and is granted nothing: %s %j', (tool, input) => {
    expect(rules.denies(call(tool, input))).toBeNull();
    expect(rules.allows(call(tool, input))).toBeNull();
  });
});

describe('allow rules', () => {
  const rules = new PermissionRules({
    allow: ['Bash(git *)', 'Bash(npm test)', 'Bash(head *)', 'Edit(out/**)'],
  });

  it.each([
    'git status',
    "git status # it's clean",
    'git status && npm test',
    'git log | head -5',
    'git commit -m "a; rm x"',
    "git commit -m 'it $(is) fine'",
    'git commit -m "$(git log -1)"',
    "git commit -F - <<'EOF'\nfix: rm x\nEOF",
    'git log 2>/dev/null',
    'git log 2>&1 | head',
    'git log > out/log.txt',
    'NO_COLOR=1 git log',
    'for b in a b; do git branch $b; done',
    'if git diff --quiet; then git status; fi',
    'git status \\\n  --short',
  ])('grant %j', (command) => {
    expect(rules.allows(bash(command))).not.toBeNull();
  });

  it.each([
    "git status # it's clean\nrm x # it's gone",
    'git status # \\\nrm x',
    'git status\nrm x',
    'git status; rm x',
    'git status & rm x',
    'git status | sh',
    'git log > ~/.bashrc',
    'git log > log.txt',
    'git log >> out/../log.txt',
    'git diff <(rm x)',
    'git status $(rm x)',
    'git status `rm x`',
    'git commit -m "$(rm x)"',
    'git commit -F - <<EOF\n$(rm x)\nEOF',
    'cat <<EOF | git apply\nEOF',
    'PATH=/tmp git status',
    'GIT_SSH_COMMAND=./evil git fetch',
    'X=1; git status',
    'git() { rm x; }; git status',
    'alias git=rm; git x',
    'npm test -- --x',
    'npm  "test x"',
    '"npm test"',
    './git status',
    '/tmp/git status',
    'sudo git status',
    'env git status',
    'xargs git status',
    'eval git status',
    'sh -c "git status"',
    'trap "rm x" EXIT; git status',
    'git "unclosed',
    'git status \r\nrm x',
    'git status \0 rm x',
    'git -c alias.x="!rm x" x',
    '',
    '# nothing',
  ])('do not grant %j', (command) => {
    expect(rules.allows(bash(command))).toBeNull();
  });

  it('do not grant what programs for texts start', () => {
    const texts = new PermissionRules({ allow: ['Bash(sed *)', 'Bash(awk *)'] });
    for (const command of [
      `sed -n '1e touch x' f`,
      `sed 's/a/touch x/e' f`,
      `sed 's/a/b/ge' f`,
      `sed '/x/e touch x' f`,
      'sed "$S" f',
      `awk 'BEGIN { system("touch x") }'`,
      `awk '{ print | "sh" }' f`,
    ])
      expect(texts.allows(bash(command)), command).toBeNull();
    for (const command of [
      `sed -n '1,80p' f`,
      `sed 's/foo/else/g; s#/etc#e#' f`,
      `awk '{ print $1 }' f`,
      `awk -F: 'NR > 1 { n += $2 } END { print n }' f`,
    ])
      expect(texts.allows(bash(command)), command).not.toBeNull();
  });

  it('combine over a line: three rules for three commands allow it', () => {
    const three = new PermissionRules({ allow: ['Bash(a *)', 'Bash(b)', 'Bash(c *)'] });
    expect(three.allows(bash('a 1 && b | c 2 3'))).not.toBeNull();
    expect(three.allows(bash('a 1 && b | d'))).toBeNull();
  });
});

describe('a deny rule about a program', () => {
  const rules = new PermissionRules({ deny: ['Bash(rm *)'] });

  it.each([
    `bash -ce 'rm x'`,
    `bash --norc -lc 'rm x'`,
    'time -p rm x',
    '>o rm x',
    '2>/dev/null <x rm x',
    `trap 'rm x' EXIT`,
    'coproc rm x; wait',
    'hash -p /bin/rm foo; foo x',
    'shopt -s expand_aliases\nalias l=rm\nl x',
    `env -S 'rm x'`,
    `env -iS'PATH=/bin:/usr/bin rm x'`,
    'source <(echo rm x)',
    '. <(echo rm x)',
    'echo rm x | bash /dev/stdin',
    'echo rm x | bash -s',
    'echo cm0geAo= | base64 -d | bash',
    'ls x | xargs env rm',
    'ls x | xargs -I{} rm {}',
    `ls x | xargs sh -c 'rm "$@"' _`,
    'set -- x; for f do rm "$f"; done',
    'for c in rm; do $c x; done',
    'a=(rm x); "${a[@]}"',
    'X=m; r$X x',
    'r${Y:-m} x',
    'IFS=,; a=rm,x; $a',
    'cat <<E | sh\nrm x\nE',
    `sh <<'E'\nrm x\nE`,
    'bash <<< "rm x"',
    '{ echo rm x; } | sh',
    `sh -c 'exec "$@"' _ rm x`,
    `bash -c '$0 $1' rm x`,
    'case x in x) rm x;; esac',
    'while rm x; do break; done',
    'until rm x; do :; done',
    '! rm x',
    '(rm x)',
    '{ rm x; }',
    'rm x & wait',
    'true && rm x',
    'false || rm x',
    '[ -f x ] && rm x',
    '[[ -f x ]] && rm x',
    '(( 1 )) && rm x',
    `python3 -c 'import os; os.system("rm x")'`,
    `perl -e 'system("rm x")'`,
    `awk 'BEGIN { system("rm x") }'`,
    `find . -name x -exec rm {} ';'`,
    'find . -name x -print0 | xargs -0 rm',
    'git -c alias.gone="!rm x" gone',
    'printf "%s\\n" "rm x" | sh',
    'eval "$(echo rm x)"',
    'f() { "$@"; }; f rm x',
    'echo "${x:-$(rm x)}"',
    'echo $(( $(rm x; echo 1) + 1 ))',
    'mapfile -C "rm x #" -c 1 < x; rm x',
    'command -p rm x',
    'exec -a other rm x',
    '\\rm x',
    `'rm' x`,
    `$'\\x72m' x`,
    'r"m" x',
  ])('holds back %j, which bash takes for it', (command) => {
    const scratch = new Scratch();
    const file = scratch.write('x', 'x');
    // A login shell reads the profile in the home, which may do anything.
    spawnSync('bash', ['-c', command], {
      cwd: scratch.path,
      input: '',
      env: { ...process.env, HOME: scratch.path },
    });
    expect(existsSync(file), 'bash removed it').toBe(false);
    expect(rules.denies(bash(command))?.rule).toBe('Bash(rm *)');
  });

  it.each([
    `GIT_PAGER='rm x' git log`,
    `PS4='$(rm x)' bash -xc :`,
    `sqlite3 a '.shell rm x'`,
    `psql -c '\\! rm x'`,
    `gdb -batch -ex 'shell rm x'`,
    `osascript -e 'do shell script "rm x"'`,
    `pwsh -c 'rm x'`,
    `tar cf a --checkpoint-action=exec='rm x' f`,
    `git rebase -x 'rm x' HEAD~1`,
    `docker exec c rm x`,
    'npx -c "rm x"',
    'kubectl exec p -- rm x',
  ])('holds back %j, whose programs need not be here', (command) => {
    expect(rules.denies(bash(command))?.rule).toBe('Bash(rm *)');
  });

  it.each([
    '[ -f a ]',
    '[[ -n "$x" ]] && echo yes',
    'case "$1" in a) echo a;; *) echo b;; esac',
    "cat <<'EOF'\nit's rm x\nEOF",
    'cat > notes.md <<EOF\nrun `date`, never rm\nEOF',
    "git commit -m \"$(cat <<'EOF'\nfix: don't rm\nEOF\n)\"",
    'echo "rm x"',
    'grep -rn "rm " src',
    'npm run build 2>&1 | tail -20',
    'for f in *.ts; do echo "$f"; done',
    'cd "$DIR" && npm test',
    'x=$(git rev-parse HEAD); echo "$x"',
    'python3 -c "print(1)"',
    `node -e 'console.log("rm")'`,
    "awk '{ print $1 }' a | sort -u",
    'kubectl get pods -n "$NS"',
    'docker compose up -d',
    'git log --oneline | head -$N',
    'command -v rm',
    'man rm',
    'which rm',
    'npm rm x',
    'git rm x',
    'make clean',
    'bash scripts/build.sh --rm',
    'docker run --rm image ls',
    'test -e rm || touch rm',
  ])('lets be %j', (command) => {
    expect(rules.denies(bash(command))).toBeNull();
  });
});

describe('a deny rule about programs of a common beginning', () => {
  const rules = new PermissionRules({ deny: ['Bash(mkfs*)', 'Bash(npm*)'] });

  it.each([
    'mkfs.ext4 x',
    '/sbin/mkfs x',
    '$X x',
    '"$HOME/bin/mkfs.xfs" x',
    `python3 -c 'import os; os.system("mkfs.ext4 x")'`,
  ])('holds back %j', (command) => {
    expect(rules.denies(bash(command))).not.toBeNull();
  });

  it.each([
    '"$HOME/.cargo/bin/cargo" build',
    '"$VIRTUAL_ENV/bin/python" -m pytest',
    `python3 -c 'import os; print(os.listdir("."))'`,
  ])('lets be %j', (command) => {
    expect(rules.denies(bash(command))).toBeNull();
  });
});

describe('a deny rule about a subcommand', () => {
  const rules = new PermissionRules({ deny: ['Bash(git push *)'] });

  it.each([
    'git push',
    'git  push',
    'git -C . push',
    'git-push',
    '/usr/lib/git-core/git-push origin',
    'GIT.EXE -C . push',
    'git config alias.p push && git p',
    'git config --global --add alias.p "push -f"; git p',
    'yarn run git push',
    'yarn workspace web run git push',
    'pnpm --filter web git push',
    'bun run -b git push',
    'gdb -batch -ex run --args git push',
    "gdb -ex 'run push' git",
    'lldb -o run -- git push',
    'git --no-pager push',
    'git -c a=b push',
    'git --git-dir=.git --work-tree . push origin',
    'git "push"',
    'g\\it push',
    'git push>o',
    'xargs git push',
    'git $X',
    'git "$X" origin',
    'git -C "$D" push',
    '$GIT push',
    'git $(echo push)',
    '"$(which git)" push',
  ])('holds back %j', (command) => {
    expect(rules.denies(bash(command))).not.toBeNull();
  });

  it.each([
    'git status $X',
    'git commit -m "$MSG"',
    'git commit -m push',
    'git log -- "$FILE"',
    'git -C "$D" status',
    'echo $X',
    'npm run $SCRIPT',
    'yarn run $SCRIPT',
    'pnpm -r build',
    'git pull',
    'git-lfs pull',
    'git config alias.st status && git st',
    'gdb -p $PID -batch -ex bt',
    'git config push.default current',
  ])('lets be %j', (command) => {
    expect(rules.denies(bash(command))).toBeNull();
  });
});
