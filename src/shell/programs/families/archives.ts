/** Programs that pack and unpack. `card.ts` describes the format. */
export const archiveCards = String.raw`
tar|gtar|bsdtar|star
  -AcdrtuxjJzZavkpPmMlLhoOUwWSnGiB -C@ -f: -T< -X< -b: -F! -g> -H: -I! -K: -N: -V: -s: --create --extract --get --list --append --update --diff
  --compare --delete --catenate --concatenate --file: --directory@ --files-from< --exclude-from< --exclude: --exclude-vcs --exclude-tag: --gzip
  --gunzip --bzip2 --xz --zstd --lzma --lzop --compress --auto-compress --verbose --keep-old-files --overwrite --unlink-first --remove-files
  --recursion --no-recursion --preserve-permissions --same-owner --no-same-owner --no-same-permissions --numeric-owner --owner: --group: --mode:
  --mtime: --sort: --transform: --xform: --strip-components: --strip: --one-top-level? --to-stdout --to-command! --use-compress-program!
  --info-script! --new-volume-script! --rsh-command! --checkpoint? --checkpoint-action: --warning: --wildcards --no-wildcards --anchored --null
  --dereference --hard-dereference --absolute-names --one-file-system --newer: --listed-incremental> --index-file> --backup? --suffix: --format:
  --label: --totals --block-number --interactive --confirmation --ignore-failed-read --touch --no-overwrite-dir --skip-old-files --keep-newer-files
  --add-file< --occurrence?
  does archives; carries /^(?:--checkpoint-a[a-z]*=)?exec=/
  = tar cf x.tar a → read a/**, write x.tar
  = tar -czf x.tgz -C d a → read d/a/**, write x.tgz
  = tar xf x.tar → read x.tar, write ./**
  = tar tf x.tar → read x.tar
  = tar cf x.tar --remove-files a → read a/**, delete a/**, write x.tar
zip|zipcloak|zipnote|zipsplit: write read…
  -AcdDeEfFgjJkKlLmoqrRSTuvVwXyz@0123456789 -b> -n: -P: -s: -t: -i: -x: -O> -Z: -/TT! --recurse-paths --recurse-patterns --move --exclude:
  --include: --test --unzip-command! --out> --temp-path> --password: --encrypt --delete --update --freshen --junk-paths --symlinks --quiet
  deep -r -R --recurse-paths --recurse-patterns; does zips
  = zip x.zip a → read a, read x.zip, write x.zip
  = zip -r x . → read ./**, read x, read x.zip, write x, write x.zip
  = zip -rm x.zip a → read a/**, delete a/**, read x.zip, write x.zip
unzip|funzip|unzipsfx
  -aAbBCDfjKLlMnoOpqstTuUvVXZ:z1 -d: -x: -P: -I:
  does unzips
  = unzip x.zip → read x.zip, write ./**
  = unzip x.zip -d out → read x.zip, write out/**
  = unzip -l x.zip → read x.zip
unar|aunpack|dtrx|unp: read…
  -fqDnrRv -o> -d> -p: -e: --output-directory> --force-overwrite --no-directory
  does unpacksAll
  = unar a.zip → read a.zip, write ./**
lsar|als|acat|zipinfo: read…
  -lLvjJqp -p: -e: --long --verylong
  = lsar a.zip → read a.zip
apack|ouch|atool|patool
  = apack a.zip b → read a.zip, write a.zip, read b, write b
7z|7za|7zr|7zz|p7zip|rar|unrar|arj|lha|zpaq
  does packs
  = 7z a x . → read x, read ./**, write x, write x.7z
  = 7z x a.7z → read a.7z, write ./**
  = 7z l a.7z → read a.7z
cpio|gcpio|bsdcpio
  -0AabBcdfiklLmnoprstuvV -C: -D@ -E< -F: -H: -I: -M: -O: -R: --create --extract --list --pass-through --file: --directory@ --make-directories
  --unconditional --preserve-modification-time --verbose --quiet --format: --null --no-absolute-filenames --pattern-file< --owner: --dot
  does streams
  = cpio -id → write ./**
  = cpio -o -O x → read ?, write x
pax
  -aAcdDHiklLnOPrStuvwXYzZj0 -b: -B: -E: -f: -G: -o: -p: -s: -T: -U: -x:
  does passes
  = pax -w . → read ./**
  = pax -r -f x → read x, write ./**
  = pax -rw a b → read a/**, write b/**
ar|gar
  does libraries
  = ar rcs x.a b → read b, read x.a, write x.a
jar|fastjar
  -cxtuvM0kn -f: -C@ -m< -e: --create --extract --list --update --file: --dir: --verbose --main-class: --manifest< --no-manifest --no-compress
  --module-version: --release:
  does jars
  = jar xf a.jar → read a.jar, write ./**
  = jar cf x.jar a → read a/**, write x.jar
gzip|ggzip|pigz: read…
  -cdfhklLnNqrtvVz123456789 -S: -T: -o> -D< -M: -b: -p: --stdout --to-stdout --decompress --uncompress --force --keep --list --quiet --recursive
  --rsyncable --suffix: --test --verbose --best --fast --threads: --compress --rm --output> --no-name --name --ascii
  deep -r --recursive; does squeezes; suffix .gz
  = gzip a → read a, delete a, write a.gz
  = gzip -k a → read a, write a.gz
  = gzip -c a → read a
gunzip|unpigz: read…
  like gzip; deep -r --recursive; does squeezes; suffix .gz; undoes
  = gunzip a.gz → read a.gz, delete a.gz, write a
bzip2|pbzip2|lbzip2: read…
  like gzip; deep -r --recursive; does squeezes; suffix .bz2
  = bzip2 a → read a, delete a, write a.bz2
bunzip2|lbunzip2: read…
  like gzip; deep -r --recursive; does squeezes; suffix .bz2; undoes
  = bunzip2 a.bz2 → read a.bz2, delete a.bz2, write a
xz|pixz|pxz: read…
  like gzip; deep -r --recursive; does squeezes; suffix .xz
  = xz a → read a, delete a, write a.xz
unxz: read…
  like gzip; deep -r --recursive; does squeezes; suffix .xz; undoes
  = unxz a.xz → read a.xz, delete a.xz, write a
lzma: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lzma
  = lzma a → read a, delete a, write a.lzma
unlzma: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lzma; undoes
  = unlzma a.lzma → read a.lzma, delete a.lzma, write a
zstd|zstdmt|pzstd: read…
  like gzip; deep -r --recursive; does squeezes; suffix .zst; deletes --rm
  = zstd a → read a, write a.zst
unzstd: read…
  like gzip; deep -r --recursive; does squeezes; suffix .zst; deletes --rm; undoes
  = unzstd a.zst → read a.zst, write a
lz4: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lz4; deletes --rm
  = lz4 a → read a, write a.lz4
unlz4: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lz4; deletes --rm; undoes
  = unlz4 a.lz4 → read a.lz4, write a
lzop: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lzo; deletes -U
  = lzop a → read a, write a.lzo
compress: read…
  like gzip; deep -r --recursive; does squeezes; suffix .Z
  = compress a → read a, delete a, write a.Z
uncompress: read…
  like gzip; deep -r --recursive; does squeezes; suffix .Z; undoes
  = uncompress a.Z → read a.Z, delete a.Z, write a
brotli: read…
  like gzip; deep -r --recursive; does squeezes; suffix .br; deletes -j --rm
  = brotli a → read a, write a.br
lrzip|rzip: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lrz; deletes -D
  = lrzip a → read a, write a.lrz
plzip|lzip: read…
  like gzip; deep -r --recursive; does squeezes; suffix .lz
  = plzip a → read a, delete a, write a.lz
zopfli|snzip: read…
  like gzip; deep -r --recursive; does squeezes; suffix .gz; deletes --rm
  = zopfli a → read a, write a.gz
mksquashfs: read… write
  -/noappend -/comp: -/e: -/ef< -/b: -/all-root -/no-progress
  deep; shows
  = mksquashfs a b → read a/**, write b/**
mkisofs|genisoimage|xorrisofs: read…
  -o> -V: -A: -b: -c: -JrRfvlL -/quiet -/joliet -/graft-points -/path-list<
  deep; shows
  = mkisofs -o a b → read b/**, write a
restic|borg|borgmatic|kopia|duplicacy|tarsnap|attic|rustic
  -r: -p< --repo: --password-file< --password-command! --rsh! --command! --exclude: --exclude-file< --files-from< --dry-run -n
  depth 1; reach folder; dryRun /^(?:-n|--dry-run)$/
  = restic backup a → read a, write a
`;
