/** Programs that copy, move, remove, list and change files. `card.ts` describes the format. */
export const fileCards = String.raw`
cp|gcp: read… write
  -rRafinpuvxPdTbHLslZ -t> -S: --recursive --archive --force --interactive --no-clobber --preserve? --no-preserve? --update? --verbose
  --one-file-system --no-dereference --dereference --no-target-directory --target-directory> --backup? --suffix: --reflink? --sparse: --parents
  --strip-trailing-slashes --symbolic-link --link --attributes-only --remove-destination --debug
  deep -r -R -a --recursive --archive; does copies
  = cp a b → read a, write b, write b/a
  = cp -r src out → read src/**, write out, write out/src
mv|gmv: delete… write
  -bfinuvTZ -t> -S: --force --interactive --no-clobber --update? --verbose --no-target-directory --target-directory> --backup? --suffix:
  --strip-trailing-slashes --exchange --no-copy --debug
  deep; does copies
  = mv a b → read a/**, delete a/**, write b, write b/a
  = mv -t d a → read a/**, delete a/**, write d, write d/a
install|ginstall: read… write
  -bcCdDpsTvZ -t> -m: -o: -g: -S: --mode: --owner: --group: --target-directory> --directory --strip --compare --verbose --backup? --suffix:
  --preserve-timestamps --no-target-directory
  does copies
  = install -m 755 a bin → read a, write bin, write bin/a
ln|gln|link|glink: read… write
  -bdFfiLnPrsTv -t> -S: --symbolic --force --no-dereference --relative --verbose --no-target-directory --target-directory> --interactive --logical
  --physical --backup? --suffix: --directory
  does links
  = ln -s a b → read a/**, write a, write b, write b/a
rm|grm|safe-rm: delete…
  -rRfivdIPW --recursive --force --verbose --dir --interactive? --one-file-system --preserve-root? --no-preserve-root --preserve-root
  deep -r -R --recursive
  = rm -rf a b → delete a/**, delete b/**
  = rm -- -x → delete -x
srm: delete…
  -rRfivdDlmnsvz --recursive --force --verbose --simple --medium --doe --dod --zero --interactive?
  deep -r -R --recursive; empties /^/
  = srm a → delete a
trash|trash-put|rmtrash|rip: delete…
  -fivdIrR --force --verbose
  deep; moves
  = trash a → delete a/**
rimraf|del-cli|trash-empty: delete…
  -fivdIrR --force --glob --verbose --impl: --dry-run
  deep
  = rimraf a → delete a/**
remove-item|erase|del|rd|ri: delete…
  -r -/Recurse -/Force -/Path
  deep -r -Recurse
  = remove-item -Recurse a → delete a/**
rmdir|grmdir: delete…
  -pv --parents --ignore-fail-on-non-empty --verbose
  = rmdir a → delete a
unlink|gunlink: delete…
  = unlink a → delete a
shred|gshred|wipe|scrub: delete…
  -fuvxzqrc -n: -s: -Q: -l: --force --iterations: --size: --remove? --verbose --zero --exact --random-source<
  writes; empties /^/
  = shred -u a → delete a, write a
truncate|gtruncate: write…
  -co -s: -r< --no-create --io-blocks --size: --reference<
  empties /(?:-[a-z]*s|--size)[= ]?0\b/
  = truncate -s 0 a → write a
touch|gtouch: write…
  -acmfh -d: -t: -r< --no-create --no-dereference --date: --reference< --time:
  = touch -r a b → read a, write b
mkdir|gmkdir: write…
  -pvZ -m: --parents --verbose --mode: --context?
  = mkdir -p a/b → write a/b
mkfifo|gmkfifo: write…
  -Z -m: --mode: --context?
  = mkfifo a → write a
mknod|gmknod: write text…
  -Z -m: --mode:
  = mknod a p → write a
fallocate: write…
  -cdinvxz -l: -o: --length: --offset: --collapse-range --dig-holes --insert-range --keep-size --punch-hole --zero-range --posix
  empties /(?:^|\s)-[a-z]*[pzc]\b|--(?:punch-hole|zero-range|collapse-range)/
  = fallocate -l 1M a → write a
tee|gtee|sponge|pee: write…
  -aip --append --ignore-interrupts --output-error?
  shows; keeps -a --append
  = tee a b → write a, write b
dd|gdd|dcfldd|ddrescue
  does bytes; empties /of=(?!\S*\bconv=notrunc)/
  = dd if=a of=b → read a, write b
chmod|gchmod: text write…
  -rwxst
  like chown; deep -R --recursive; gives --reference -r -w -x -s -t; keepsContent
  = chmod 644 a → write a
  = chmod -R +x d → write d/**
  = chmod --reference=a b → read a, write b
chown|gchown|chgrp|gchgrp: text write…
  -Rvfchn --recursive --verbose --silent --quiet --changes --no-dereference --dereference --reference< --from: --preserve-root --no-preserve-root
  deep -R --recursive; gives --reference; keepsContent
  = chown me a → write a
chattr|chflags: text write…
  -RVf -p: -v:
  deep -R; keepsContent
  = chattr +i a → write a
setfacl: write…
  -bkdRLPn -m: -M< -x: -X< -s: -S: --modify: --modify-file< --remove: --remove-file< --set: --set-file< --remove-all --recursive --restore< --mask
  --no-mask --default --test
  deep -R --recursive; keepsContent
  = setfacl -m u:me:r a → write a
setfattr|xattr: write…
  -h -n: -v: -x: --name: --value: --remove: --no-dereference --restore<
  keepsContent
  = setfattr -n user.a -v 1 b → write b
getfacl|getfattr|lsattr: list…
  -aAcdeEhlLnpPRstvV -m: -n: -e: --absolute-names --omit-header --recursive --name: --dump --only-values
  deep -R --recursive
  = getfacl a → list a
ls|gls|dir|gdir|vdir|gvdir|ll: list…
  -aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --author --escape --color? --directory --classify? --file-type --full-time
  --group-directories-first --no-group --human-readable --si --inode --literal --numeric-uid-gid --quote-name --reverse --recursive --size --sort:
  --time: --time-style: --width: --format: --hide: --ignore: --indicator-style: --zero --dereference --hyperlink? --kibibytes --block-size:
  --context
  deep -R --recursive; hidden -a -A -f --all --almost-all; prints listed; alters -C -F -R -Q -Z -b -g -i -l -m -n -o -p -q -s -x --author --classify --context --escape --format --full-time --indicator-style --inode --quote-name --recursive --size --time-style --zero; here
  = ls → list .
  = ls -R a → list a/**
exa|eza|lsd: list…
  -1aABbDdFGghHi@klmoprRsStTuUxXZ -I: -L: -w: -s: -t: --all --almost-all --long --oneline --grid --across --recurse --recursive --tree --classify?
  --icons? --color? --colour? --group --git --git-ignore --header --level: --depth: --sort: --reverse --ignore-glob: --only-dirs --only-files
  --group-directories-first --no-permissions --no-user --no-time --time: --time-style: --links --inode --blocks
  deep -R -T --recurse --tree --recursive; here
  = eza -la a → list a
  = eza --tree → list ./**
tree: list…
  -adfilpqsughDFCJNRrtUvQSX -L: -H: -I: -P: -T: -o> --dirsfirst --filesfirst --noreport --gitignore --gitfile< --prune --filelimit: --du --inodes
  --device --charset: --sort? --timefmt: --fromfile --matchdirs --metafirst --si --info --infofile< --ignore-case
  deep; here
  = tree a → list a/**
  = tree -o out → list ./**, write out
du|gdu|dust|ncdu|dua: list…
  -abcDhHklLmnpPrsSx0 -d: -B: -t: -I: -X< -o> -f< --all --apparent-size --bytes --total --human-readable --summarize --max-depth: --block-size:
  --threshold: --exclude: --exclude-from< --files0-from< --one-file-system --separate-dirs --time? --null --si --depth:
  deep -a --all; namesFrom --files0-from; here
  = du -sh a → list a
  = du -a → list ./**
df|gdf|duf|findmnt|lsblk|blkid: list…
  -aHhiklmPTgbfpSt -B: -x: -o: -n --all --human-readable --inodes --local --output? --total --print-type --type: --json --fs
  = df -h . → list .
stat|gstat: list…
  -Lftx -c: --dereference --file-system --terse --format: --printf: --cached:
  = stat -c %s a → list a
file: list…
  -bcCdEhiIkLlNnprsSvzZ0 -e: -F: -f< -m< -P: --brief --mime --mime-type --mime-encoding --dereference --no-dereference --files-from< --magic-file<
  --separator: --extension
  namesFrom -f --files-from
  = file a → list a
readlink|greadlink: list…
  -femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero --quiet --silent --verbose
  = readlink -f a → list a
realpath|grealpath: list…
  -eEmLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --no-symlinks --relative-to< --relative-base< --strip
  --zero
  = realpath a → list a
namei|lsof|fuser: list…
  -lmovxaknsuvimMP -i? -p: -u: -c: -t -n
  = namei -l a → list a
mktemp|gmktemp|tempfile: text…
  -dqut -p> --directory --dry-run --quiet --suffix: --tmpdir?
  does templates; prints made
  = mktemp -d → nothing
  = mktemp ./x.XXX → write ./**
  = mktemp -p a x.XXX → write a, write a/**
rename|prename|file-rename|perl-rename: code write…
  -vnfo0dsi -e$ --verbose --no-act --force --interactive --dry-run
  language perl; dryRun /^(?:-n|--no-act|--dry-run)$/
  = rename 's/a/b/' a.txt → write a.txt
mmv|zmv|vidir|qmv|detox: write…
  -acdhlmnoprstvx
  here
  = detox a → write a
split|gsplit: read write?
  -dexu# -a: -b: -C: -l: -n: -t: --suffix-length: --bytes: --line-bytes: --lines: --number: --numeric-suffixes? --hex-suffixes? --filter!
  --elide-empty-files --additional-suffix: --separator: --unbuffered --verbose
  does splits
  = split a → read a, write ./**
  = split -l 5 a out → read a, write ./**
csplit|gcsplit: read text…
  -kzqs -b: -f: -n: --prefix: --suffix-format: --digits: --quiet --silent --keep-files --elide-empty-files --suppress-matched
  does splits
  = csplit a 5 → read a, write ./**
sync|gsync|fsync: list…
  -df --data --file-system
  = sync a → list a
basename|gbasename: text…
  -azs: --multiple --suffix: --zero
  prints name
  = basename a → nothing
pathchk|gpathchk|dirname|gdirname: text…
  -pPz --zero --portability
  = dirname a → nothing
rsync|grsync|openrsync: read… write
  -vqcarRbuldLkKHpEAXtogDSnWxyCzhPi4680NUJsIVO -B: -e! -f: -T> -M: -@: --archive --recursive --verbose --quiet --checksum --relative --no-relative
  --backup --backup-dir> --suffix: --update --inplace --append --append-verify --dirs --links --copy-links --copy-unsafe-links --safe-links
  --hard-links --perms --executability --chmod: --acls --xattrs --owner --group --devices --specials --times --omit-dir-times --super --sparse
  --preallocate --dry-run --whole-file --one-file-system --block-size: --rsh! --rsync-path! --existing --ignore-existing --remove-source-files
  --del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded --ignore-errors --force --max-delete: --max-size:
  --min-size: --partial --partial-dir> --delay-updates --prune-empty-dirs --numeric-ids --timeout: --contimeout: --ignore-times --size-only
  --modify-window: --temp-dir> --fuzzy --compare-dest< --copy-dest< --link-dest< --compress --compress-level: --cvs-exclude --filter: --exclude:
  --exclude-from< --include: --include-from< --files-from< --from0 --protect-args --address: --port: --sockopts: --blocking-io --stats
  --human-readable --progress --itemize-changes --out-format: --log-file> --log-format: --password-file< --list-only --bwlimit: --write-batch>
  --read-batch< --protocol: --iconv: --info: --debug: --no-motd --no-compress --no-owner --no-group --no-perms
  deep; follows -L -k --copy-links --copy-dirlinks --copy-unsafe-links; deletes --remove-source-files; does syncs; namesFrom --files-from; carries /^(?:-o)?\s*(?:proxycommand|localcommand|knownhostscommand|remotecommand)\s*[= ]\s*/i; startFiles /^config$/; dryRun /^(?:--dry-run|-[avzrhPuxHAXlptgoDi]*n[avzrhPuxHAXlptgoDin]*)$/
  = rsync -a a b → read a/**, write b, write b/a
  = rsync -a --delete a/ b → read a//**, write b, write b/a, delete b/**
  = rsync -a a host:b → read a/**, send host
  = rsync -a host:a b → fetch host, write b, write b/a, write b/a/**
rclone
  -nvqPi -L --dry-run --progress --config< --password-command! --include: --exclude: --filter: --filter-from< --files-from< --log-file>
  --transfers: --checkers: --bwlimit:
  depth 1; reach folder; dryRun /^(?:--dry-run|-n)$/
  = rclone cat a → read a, write a
rclone copy|rclone copyto|rclone sync|rclone bisync: read… write
  like rclone; deep; only --include; except --exclude; namesFrom --files-from; does syncs
  = rclone copy a remote:b → read a/**, send remote
rclone move|rclone moveto: read… write
  like rclone; deep; deletes; only --include; except --exclude; namesFrom --files-from; does syncs
  = rclone move a remote:b → read a/**, delete a/**, send remote
rclone serve|rclone mount: text read…
  like rclone; deep
  = rclone serve http a → read a/**
duplicity|rdiff-backup|unison|rsnapshot|backintime|syncoid: read… write
  -v: --exclude: --include: --no-encryption --encrypt-key: --archive-dir: --dry-run --batch -/batch -/auto -/ignore:
  deep; except --exclude; does syncs
  = rdiff-backup a host::b → read a/**, send host
umount|fusermount|fusermount3: text…
  -aflnrRtuvqz -t: -O:
  reach machine; changes machine
  = umount a → change machine
mount|bindfs|sshfs
  -aBcfFhilMnrRsvVwuzdgG -t: -o: -O: -L: -U: -T: -N: --all --bind --rbind --move --fake --verbose --read-only --rw --types: --options: --label:
  --uuid: --source: --target> --target-prefix: --fstab: --namespace: --make-shared --make-private --make-rprivate --lazy --force --recursive
  does mounts; reach machine; changes machine
  = mount --bind a b → read a/**, write b/**, change machine
open|xdg-open|gio|start|explorer|dolphin|nautilus|thunar: read…
  -aegfFWRnhjt -b: --args
  = xdg-open a → read a
`;
