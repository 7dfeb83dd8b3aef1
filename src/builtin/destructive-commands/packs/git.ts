export const gitRules = String.raw`
git.reset-hard deny
  catches git reset --hard and --merge, where there are changes that are not committed.
  why changes that are not committed are lost
  instead Commit or stash them first: git stash.
  unless changes
  call git: reset with --hard --merge
  call git: read-tree with --reset -u
  call git: checkout-index with -f --force
  stops git reset --hard ¦ git reset --hard HEAD~1 ¦ git -C . reset --hard origin/main
  passes git reset ¦ git reset --soft HEAD~1 ¦ git reset HEAD a.txt
git.clean deny
  catches git clean -f, where there are files that git does not know.
  why files that were never committed are lost
  instead Look first: git clean -n. Then remove the files by name.
  unless untracked
  call git: clean with -f --force without -n --dry-run
  call git: clean without -n --dry-run text /\brequireForce=(?:false|0|no|off)\b/i
  stops git clean -fd ¦ git clean -xdf ¦ git clean --force
  passes git clean -n ¦ git clean -ndx
git.checkout deny
  catches git checkout of paths, and git checkout -f, where they have changes.
  why changes that are not committed are lost
  instead Look first: git diff. Keep them with: git stash push PATH.
  unless changes locks
  call git: checkout if checksOut
  stops git checkout -- . ¦ git checkout . ¦ git checkout HEAD -- src/a.ts ¦ git checkout -f main ¦ git checkout HEAD src/a.ts ¦ git checkout -qf ¦ git checkout --forc main
  passes git checkout main ¦ git checkout -b topic ¦ git switch topic ¦ git checkout -- package-lock.json
git.restore deny
  catches git restore of the working tree, where it has changes.
  why changes that are not committed are lost
  instead Look first: git diff. Unstage with: git restore --staged PATH.
  unless changes locks
  call git: restore without --staged -S
  call git: restore with --worktree -W
  call git: switch with -f --force --discard-changes
  stops git restore . ¦ git restore src/a.ts ¦ git restore --staged --worktree . ¦ git switch --discard-changes main
  passes git restore --staged a.ts ¦ git switch main ¦ git restore yarn.lock
git.stash deny
  catches git stash drop and clear.
  why stashed changes are lost
  instead Keep it, or apply it first: git stash apply.
  unless stashes
  call git: stash text /\bstash\s+(?:drop|clear)\b/
  stops git stash drop ¦ git stash clear ¦ git stash drop stash@{1}
  passes git stash ¦ git stash list ¦ git stash pop ¦ git stash apply
git.branch-delete deny
  catches git branch -D, and deleting references by hand.
  why commits that are on no other branch are lost
  instead Use git branch -d, which refuses branches that are not merged.
  unless branches
  call git: branch with -D
  call git: branch text /^(?=.*\s(?:-[a-zA-Z]*d|--delete\b))(?=.*\s(?:-[a-zA-Z]*f|--force\b))/
  call git: update-ref with -d
  call git: symbolic-ref with -d --delete
  stops git branch -D topic ¦ git branch --delete --force topic ¦ git update-ref -d refs/heads/main
  passes git branch -d topic ¦ git branch topic ¦ git branch --list
git.branch-overwrite ask
  catches Setting a branch that exists to other commits: git branch -f, -M and -C, git checkout -B, git switch -C.
  why commits that only it has are lost
  instead Make a branch with a new name, or keep the old one first: git branch OLD-NAME BRANCH.
  call git: branch, checkout, switch if overwritesBranch
  call git: update-ref without -d --stdin word /^refs\/heads\//
  stops git branch -f topic HEAD~2 ¦ git branch -M old topic ¦ git checkout -B topic origin/main ¦ git switch -C topic
  passes git branch topic ¦ git branch -m old new ¦ git checkout -b topic ¦ git switch -c topic ¦ git branch -M main
git.runs-program ask
  catches Settings by which git runs other programs or other hooks: core.hooksPath, core.sshCommand, core.fsmonitor.
  why every later call of git runs them
  instead Keep hooks in the project, or ask a person to change the setting.
  call git: config if runsBySetting
  stops git config core.hooksPath /dev/null ¦ git config --global core.sshCommand "sh x.sh" ¦ git config core.fsmonitor ./x.sh
  passes git config core.hooksPath .githooks ¦ git config core.fsmonitor true ¦ git config --get core.hooksPath ¦ git config user.name me
git.others ask
  catches Dropping changes, files or history with other programs that keep versions: hg, svn, jj, p4, fossil.
  why what was not committed, or only was there, is lost
  instead Look with status and diff, and commit or shelve first.
  call hg: update, checkout, up, co with -C --clean
  call hg: purge, strip, rollback, clean
  call hg: revert with -a --all
  call svn: revert with -R --recursive
  call svn: cleanup with --remove-unversioned --remove-ignored
  call svn: delete, rm, remove word /^\w+:\/\//
  call jj: abandon, op restore, op abandon, operation restore, operation abandon
  call p4: obliterate
  call p4: revert word /\.\.\./
  call fossil: revert, purge
  call darcs: obliterate, revert
  stops hg update --clean . ¦ hg purge --all ¦ svn revert -R . ¦ jj abandon x
  passes hg status ¦ svn update ¦ jj log ¦ hg revert a.txt
git.push-force deny
  catches git push --force, +ref and --mirror; asks for deleting remote branches.
  why it overwrites what others have pushed
  instead Use git push --force-with-lease, which refuses when somebody else has pushed.
  call git: push with --force --mirror -f
  call git: push word /^\+\S/
  ask call git: push with --delete --prune -d
  ask call git: push word /^:\S/
  stops git push --force ¦ git push -f origin main ¦ git push origin +main ¦ git push --mirror ¦ git push origin --delete topic
  stops git push origin :topic
  passes git push ¦ git push -u origin topic ¦ git push --force-with-lease ¦ git push --tags
git.history deny
  catches Rewriting all history, and removing what could still be recovered.
  why what it removes from the history cannot be recovered
  instead Work on a copy of the repository.
  call git: filter-branch, filter-repo
  call git: reflog word /^(?:expire|delete)$/
  call git: gc text /--prune(?:=(?:now|all))/
  call git: prune
  call git: worktree with -f --force word /^remove$/
  call git: tag with -d --delete
  call git: rm with -f --force without --cached
  call git: submodule with -f --force word /^deinit$/
  call git: lfs word /^prune$/
  stops git filter-branch --all ¦ git reflog expire --expire=now --all ¦ git gc --prune=now ¦ git worktree remove --force ../w
  passes git gc ¦ git reflog ¦ git worktree list ¦ git tag v1
`;
