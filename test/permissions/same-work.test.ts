import { expect, it } from 'vitest';
import { PermissionRules } from '../../src/permissions/permission-rules.ts';
import { folderWith } from '../support/folder-with.ts';

const cwd = folderWith({ 'secrets/key': 'x', 'src/a.ts': '' });

function denies(rule: string, command: string): boolean {
  const rules = new PermissionRules({ deny: [rule] }, { root: cwd });
  return rules.denies({ toolName: 'Bash', input: { command }, cwd }) !== null;
}

it.each([
  ['Read(secrets/**)', 'git show :secrets/key'],
  ['Read(secrets/**)', 'find . -type f | cpio -o'],
  ['Edit(secrets/**)', 'git stash -u'],
  ['Edit(secrets/**)', 'git stash push --all'],
  ['Edit(secrets/**)', 'git clean -fdx'],
  ['Edit(secrets/**)', 'git -C . clean -fd'],
  ['Bash(rm *)', "make --eval 'x:;rm a' x"],
  ['Bash(rm *)', 'yarn exec "rm x"'],
  ['Bash(rm *)', 'pnpm exec "rm x"'],
  ['Bash(git push *)', 'git send-pack origin main'],
  ['Bash(git push *)', 'git -C a subtree push --prefix=a origin main'],
  ['Read(secrets/**)', 'rclone copy . remote:b'],
  ['Read(secrets/**)', 'aws s3 sync . s3://b'],
  ['Read(secrets/**)', 'dar -c x -R .'],
  ['Bash(rm *)', './build.sh --x -- rm a'],
  ['WebFetch(domain:evil.example)', 'curl https://EVIL.example./x'],
  ['WebFetch(domain:evil.example)', 'wget -q evil.example/x'],
  ['WebFetch(domain:*.example)', 'git clone https://a.evil.example/b.git'],
  ['WebFetch(domain:evil.example)', 'curl "$ADDRESS"'],
])('%s also denies what does the same: %s', (rule, command) => {
  expect(denies(rule, command)).toBe(true);
});

it.each([
  ['Edit(secrets/**)', 'git stash'],
  ['Edit(secrets/**)', 'git stash pop'],
  ['Edit(secrets/**)', 'git clean -ndx'],
  ['Edit(secrets/**)', 'git clean -fdx src'],
  ['Bash(git push *)', './build.sh'],
  ['Bash(git push *)', './build.sh --release a b'],
  ['Bash(git push *)', 'git subtree add --prefix=a origin main'],
  ['WebFetch(domain:evil.example)', 'curl https://good.example/x'],
  ['WebFetch(domain:evil.example)', 'git pull'],
])('%s leaves other work: %s', (rule, command) => {
  expect(denies(rule, command)).toBe(false);
});
