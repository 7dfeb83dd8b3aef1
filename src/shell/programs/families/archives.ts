/** Programs that pack and unpack. `card.ts` describes the format. */
export const archiveCards = String.raw`
tar|gtar|bsdtar|star|tarsnap
  -AcdrtuxjJzZavkpPmMlLhoOUwWSnGiB -C@ -f: -T< -X< -b: -F! -g> -H: -I! -K: -N: -V: -s: --create --extract --get --list --append --update --diff
  --compare --delete --catenate --concatenate --file: --directory@ --files-from< --exclude-from< --exclude: --exclude-vcs --exclude-tag: --gzip
  --gunzip --bzip2 --xz --zstd --lzma --lzop --compress --auto-compress --verbose --keep-old-files --overwrite --unlink-first --remove-files
  --recursion --no-recursion --preserve-permissions --same-owner --no-same-owner --no-same-permissions --numeric-owner --owner: --group: --mode:
  --mtime: --sort: --transform: --xform: --strip-components: --strip: --one-top-level? --to-stdout --to-command! --use-compress-program!
  --info-script! --new-volume-script! --rsh-command! --checkpoint? --checkpoint-action: --warning: --wildcards --no-wildcards --anchored --null
  --dereference --hard-dereference --absolute-names --one-file-system --newer: --listed-incremental> --index-file> --backup? --suffix: --format:
  --label: --totals --block-number --interactive --confirmation --ignore-failed-read --touch --no-overwrite-dir --skip-old-files --keep-newer-files
  --add-file< --occurrence?
  letters; placesOperands; carries /^(?:--checkpoint-a[a-z]*=)?exec=/
  = tar $X x.tar a → read ?, write ?, read x.tar, write x.tar, read a, write a
tar --help|tar --version: text…
  like tar
  = tar --help → nothing
tar -c|tar --create: read…
  -f> --file>
  like tar; placesOperands; deep; deletes --remove-files; namesFrom -T --files-from
  = tar cf x.tar a → read a/**, write x.tar
  = tar -czf x.tgz -C d a → read d/a/**, write x.tgz
  = tar cf x.tar --remove-files a → read a/**, delete a/**, write x.tar
tar -r|tar -u|tar -A|tar --append|tar --update|tar --delete|tar --catenate|tar --concatenate: read…
  -f+ --file+
  like tar; placesOperands; deep; deletes --remove-files; namesFrom -T --files-from
  = tar rf x.tar a → read a/**, read x.tar, write x.tar
tar -O|tar --to-stdout|tar --to-command|tar -t|tar -d|tar --list|tar --diff|tar --compare: text…
  -f< --file<
  like tar; placesOperands
  = tar tf x.tar → read x.tar
  = tar xOf x.tar → read x.tar
tar -x|tar --extract|tar --get: text…
  -f& --file&
  like tar; placesOperands; strips --strip-components --strip
  renames -s -T --transform --xform --one-top-level --use-compress-program --backup --suffix --files-from
  = tar xf x.tar → read x.tar, write ./**
  = tar xf x.tar -C d → read x.tar, write d/./**
zip|zipcloak|zipnote|zipsplit: update read…
  -AcdDeEfFgjJkKlLmoqrRSTuvVwXyz@0123456789 -b> -n: -P: -s: -t: -i: -x: -O> -Z: -/TT! --recurse-paths --recurse-patterns --move --exclude:
  --include: --test --unzip-command! --out> --temp-path> --password: --encrypt --delete --update --freshen --junk-paths --symlinks --quiet
  deep -r -R --recurse-paths --recurse-patterns; deletes -m --move; fed -@; suffix .zip
  = zip x.zip a → read a, read x.zip, write x.zip
  = zip -r x . → read ./**, read x, read x.zip, write x, write x.zip
  = zip -rm x.zip a → read a/**, delete a/**, read x.zip, write x.zip
unzip|funzip|unzipsfx: unpack text…
  -12aAbBcCDfjKLlMnoOpqstTuUvVXzZ -d^ -x: -P: -I:
  suffix .zip; strips -j
  = unzip x.zip → read x.zip, write ./**
  = unzip x.zip -d out → read x.zip, write out/**
unzip -l|unzip -p|unzip -c|unzip -t|unzip -v|unzip -z|unzip -Z: read text…
  like unzip; suffix .zip; shows
  = unzip -l x.zip → read x.zip
unar|aunpack|dtrx|unp: unpack…
  -fqDnrRv -o^ -d^ -p: -e: --output-directory^ --force-overwrite --no-directory
  renames
  = unar a.zip → read a.zip, write ./**
lsar|als|acat|zipinfo: read…
  -lLvjJqp -p: -e: --long --verylong
  = lsar a.zip → read a.zip
apack: update read…
  -elvqD -F: --format: --each --list
  deep
  = apack x.zip b → read x.zip, write x.zip, read b/**
atool
  = atool x.zip → read x.zip, write x.zip
ouch|patool
  depth 1
  = ouch list x.zip → read x.zip, write x.zip
ouch compress|ouch c: read… write
  -yqH -S -f: -l: --format: --level:
  deep
  = ouch compress a x.zip → read a/**, write x.zip/**
ouch decompress|ouch d|patool extract: unpack…
  -yq -d^ --dir^ --outdir^
  renames
  = ouch decompress x.zip → read x.zip, write ./**
patool create: update read…
  --format: --verbosity: --password:
  deep
  = patool create x.zip a → read a/**, read x.zip, write x.zip
7z|7za|7zr|7zz|p7zip|rar|unrar|arj|lha|lhasa|zpaq
  -abimnprstuvwxyzhc -o^ -m? -p? -s? -t? -v? -w? -x? -i? -u? -a? -b? -r? -n? -/sdel -/df -/to^ -/bd -/ep1
  depth 1
  = 7z q x → read x, write x
7z a|7z u|7z f|7z c|7z add|7z update: update read…
  like 7z; deep; here; deletes -sdel -df; suffix .7z
  = 7z a x . → read x, read x.7z, read ./**, write x, write x.7z
  = zpaq add x.zpaq a → read x.zpaq, read a/**, write x.zpaq
7z m|7z mf: update read…
  like 7z; deep; here; deletes; suffix .7z
  = rar m x.rar a → read x.rar, read a/**, delete a/**, write x.rar
7z x|7z e|7z extract: unpack into…
  like 7z; renames
  = 7z x a.7z → read a.7z, write ./**
  = 7z x a.7z -oout → read a.7z, write out/**, write ./**
7z l|7z t|7z v|7z p|7z vb|7z vt|7z lb|7z lt|7z i|7z h|7z list: read text…
  like 7z; shows
  = 7z l a.7z → read a.7z
7z d|7z rn|7z del: update text…
  like 7z
  = 7z d a.7z b → read a.7z, write a.7z
dar: text…
  -nvwyQOax -c> -C> -l< -t< -d< -x< -R@ -g: -P: -X: -I: -B< -A< -z? -s: -S: -K: -E! -F!
  placesOperands
  = dar -l x → read x
dar -c: read…
  -g< -c+
  like dar; deep; here; placesOperands; suffix .1.dar
  = dar -c x -R d → read x, read x.1.dar, write x, write x.1.dar, read d/./**
dar -x: text…
  -x&
  like dar; placesOperands
  = dar -x x → read x, write ./**
cpio|gcpio|bsdcpio
  -0AabBcdfiklLmnoprstuvV -C: -D@ -E< -F: -H: -I: -M: -O: -R: --create --extract --list --pass-through --file: --directory@ --make-directories
  --unconditional --preserve-modification-time --verbose --quiet --format: --null --no-absolute-filenames --pattern-file< --owner: --dot
  = cpio a → read a, write a
cpio -p|cpio --pass-through: into
  like cpio; fed
  = cpio -pd a → read ?, write a/**
cpio -o|cpio --create: text…
  -F> -O> --file>
  like cpio; fed
  = cpio -o -O x → read ?, write x
cpio -t|cpio --list: text…
  -F< -I< --file<
  like cpio
  = cpio -t -F x → read x
cpio -i|cpio --extract: text…
  -F& -I& --file&
  like cpio; renames
  = cpio -id → write ./**
pax: text…
  -aAcdDHiklLnOPrStuvwXYzZj0 -b: -B: -E: -f< -G: -o: -p: -s: -T: -U: -x:
  = pax -f x → read x
pax -r -w: read… into
  like pax; deep; fed; renames
  = pax -rw a b → read a/**, write b/**
pax -w: read…
  -f>
  like pax; deep; fed
  = pax -w . → read ./**
  = pax -w -f x → read ?, write x
pax -r: text…
  -f&
  like pax; renames
  = pax -r -f x → read x, write ./**
ar|gar
  -abcdDfilmNopPqrsStTuUvVx
  letters
  = ar $X a → read ?, write ?, read a, write a
ar -r|ar -q: update read…
  like ar
  = ar rcs x.a b → read b, read x.a, write x.a
ar -t|ar -p: read text…
  like ar; shows
  = ar t x.a → read x.a
ar -x: unpack text…
  like ar
  = ar x x.a → read x.a, write ./**
ar -d|ar -m|ar -s: update text…
  like ar
  = ar d x.a b → read x.a, write x.a
jar|fastjar
  -cxtuvM0kn -f: -C@ -m< -e: --create --extract --list --update --file: --dir: --verbose --main-class: --manifest< --no-manifest --no-compress
  --module-version: --release:
  letters; placesOperands
  = jar --verbose → nothing
jar -x|jar --extract: text…
  -f& --file& -C^ --dir^
  like jar; placesOperands
  = jar xf a.jar → read a.jar, write ./**
jar -t|jar --list: text…
  -f< --file<
  like jar; placesOperands
  = jar tf a.jar → read a.jar
jar -c|jar -u|jar --create|jar --update: read…
  -f> --file>
  like jar; placesOperands; deep
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
lrztar: read…
  like gzip; deep; does squeezes; suffix .tar.lrz; deletes --rm
  = lrztar a → read a/**, write a.tar.lrz, write a/**
makeself|makeself.sh: read write text…
  deep
  = makeself a x.run label → read a/**, write x.run/**
mksquashfs: read… write
  -/noappend -/comp: -/e: -/ef< -/b: -/all-root -/no-progress
  deep; shows
  = mksquashfs a b → read a/**, write b/**
mkisofs|genisoimage|xorrisofs: read…
  -o> -V: -A: -b: -c: -JrRfvlL -/quiet -/joliet -/graft-points -/path-list<
  deep; shows
  = mkisofs -o a b → read b/**, write a
restic|borg|borgmatic|kopia|duplicacy|attic|rustic|bup
  -r: -p< --repo: --password-file< --password-command! --rsh! --command! --exclude: --exclude-file< --files-from< --dry-run -n
  depth 1; groups snapshot snap; reach folder; dryRun /^(?:-n|--dry-run)$/
  = restic check a → read a, write a
restic backup|rustic backup|kopia snapshot create|kopia snap create|duplicacy backup|bup save|bup index: read…
  -n: -1vqx --name: --strip
  like restic; deep; except --exclude; namesFrom --files-from
  = restic backup a → read a/**
borg create|attic create: text read…
  -svpx -C: --stats --list --progress --compression: --comment:
  like restic; deep; except --exclude
  = borg create r::x a → read a/**
`;
