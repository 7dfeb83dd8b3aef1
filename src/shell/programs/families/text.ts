/** Programs that show, compare and change text. `card.ts` describes the format. */
export const textCards = String.raw`
cat|gcat|bat|batcat|lolcat|vcat|zcat|gzcat|bzcat|xzcat|lzcat|lz4cat|zstdcat|ccat|mdcat|glow: read…
  -AbeEnstTuvfklqp -l: -r: -H: --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting --plain --style:
  --language: --line-range: --paging: --color? --theme: --pager! --decorations: --wrap: --highlight-line:
  prints input; alters -A -b -e -E -n -t -T -v -l --show-all --number --number-nonblank --show-ends --show-tabs --show-nonprinting --line-range; shows
  = cat a b → read a, read b
  = zcat a.gz → read a.gz
tac|gtac: read…
  -br -s: --before --regex --separator:
  prints input; alters -b -r -s --before --regex --separator; shows
  = tac a → read a
head|ghead: read…
  -qvz# -c: -n: --bytes: --lines: --quiet --silent --verbose --zero-terminated
  prints input; alters -c -v --bytes --verbose; shows
  = head -n 5 a → read a
  = head -5 a → read a
tail|gtail|multitail: read…
  -fFqvzr# -c: -n: -s: --bytes: --lines: --follow? --pid: --retry --sleep-interval: --quiet --silent --verbose --zero-terminated
  --max-unchanged-stats:
  prints input; alters -c -v --bytes --verbose; shows
  = tail -f a → read a
less|zless|bzless|xzless|lesspipe: read…
  -AaBCcdEeFfgGiIJKLlMmNnQqRrSsUuVWwX -P: -p: -o> -O> -k< -t: -T< -b: -D: -h: -j: -x: -y: -z: --log-file> --LOG-FILE> --use-color --mouse
  carries /^\+!|^\+\|/; shows
  = less a → read a
  = less -o log a → read a, write log
more|zmore|most|pg: read…
  -dflpcsue# -n: -t: --lines: --silent --squeeze
  shows
  = more a → read a
nl|gnl: read…
  -p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering: --number-width: --number-format: --number-separator:
  shows
  = nl a → read a
od|god|hexdump|hd|hexyl: read…
  -abBcCdDfhilosvxXC -A: -e: -f< -j: -N: -n: -S: -s: -t: -w: --address-radix: --skip-bytes: --read-bytes: --format: --width? --length: --canonical
  --one-byte-octal
  shows
  = od -c a → read a
xxd: read write?
  -abCdeEipru -c: -g: -l: -s: -o: -n: -R:
  shows
  = xxd a → read a
  = xxd -r a b → read a, write b
strings|gstrings: read…
  -adfow# -n: -t: -e: -T: -s: --all --data --print-file-name --bytes: --radix: --encoding: --include-all-whitespace --output-separator:
  carries /^@/; shows
  = strings a → read a
rev: read…
  -0 --zero
  shows
  = rev a → read a
fold|gfold: read…
  -bcs -w: --bytes --characters --spaces --width:
  shows
  = fold -w 80 a → read a
column|col|colrm|colcrt: read…
  -btxfhnpJeLd -s: -c: -o: -N: -R: -l: -H: -O: -T: -W: -E: --table --separator: --output-separator: --table-columns: --json --table-right:
  --fillrows --columns:
  shows
  = column -t a → read a
paste|gpaste: read…
  -sz -d: --serial --delimiters: --zero-terminated
  shows
  = paste a b → read a, read b
fmt|gfmt|par: read…
  -cstu# -w: -p: -g: --width: --split-only --uniform-spacing --prefix: --goal:
  shows
  = fmt a → read a
pr|gpr: read…
  -acdFfJmrTtv# -D: -e? -h: -i? -l: -n? -N: -o: -s? -S? -w: -W: --columns: --header: --length: --omit-header
  shows
  = pr a → read a
expand|gexpand|unexpand|gunexpand: read…
  -ia -t: --initial --all --first-only --tabs:
  shows
  = expand a → read a
cut|gcut|choose|hck: read…
  -nszLx -b: -c: -d: -D: -f: -F: -o: --bytes: --characters: --delimiter: --fields: --complement --only-delimited --output-delimiter:
  --zero-terminated
  shows
  = cut -d : -f 1 a → read a
comm|gcomm: read…
  -123iz --check-order --nocheck-order --output-delimiter: --total --zero-terminated
  shows
  = comm a b → read a, read b
join|gjoin: read…
  -iz -a: -e: -j: -o: -t: -v: -1: -2: --header --ignore-case --check-order --nocheck-order --zero-terminated
  shows
  = join a b → read a, read b
sort|gsort: read…
  -bdfgiMhnRrVcCmsuz -k: -t: -S: -o> -T> --key: --field-separator: --output> --temporary-directory> --reverse --unique --numeric-sort
  --human-numeric-sort --version-sort --general-numeric-sort --ignore-case --ignore-leading-blanks --dictionary-order --month-sort --random-sort
  --stable --check? --merge --zero-terminated --parallel: --buffer-size: --batch-size: --compress-program! --files0-from< --random-source< --sort:
  --debug
  prints input; namesFrom --files0-from; shows
  = sort a -o b → read a, write b
  = sort a → read a
uniq|guniq: read write?
  -cdDiuz -f: -s: -w: --count --repeated --all-repeated? --unique --ignore-case --skip-fields: --skip-chars: --check-chars: --zero-terminated
  --group?
  prints input; alters -c --count --group; shows
  = uniq a b → read a, write b
shuf|gshuf: read…
  -erz -i: -n: -o> --echo --input-range: --head-count: --output> --random-source< --repeat --zero-terminated
  shows
  = shuf a -o b → read a, write b
tsort|gtsort|ptx|gptx: read…
  -w
  shows
  = tsort a → read a
printenv|gprintenv: text…
  -0 --null
  dumps always
  = printenv A → nothing
numfmt|gnumfmt|factor|gfactor|tr|gtr|seq|gseq|jot|yes|gyes|expr|gexpr|figlet|cowsay|toilet|cal|ncal|units|calc|qalc|locale: text…
  -dscCtn -e: -f: -s: -w: -i -l -q --decode
  counts /^g?seq [\d -]+$/
  = tr a b → nothing
diff|gdiff|colordiff|sdiff|diff3|zdiff|wdiff|icdiff|difft|delta|dwdiff|bzdiff|xzdiff: read…
  -qsucnyrNbBwiaEZtTdHpel# -U: -C: -W: -x: -X< -I: -D: -F: -S: -o> --brief --report-identical-files --unified? --context? --side-by-side --output>
  --recursive --new-file --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --text --color? --minimal --exclude:
  --exclude-from< --width: --strip-trailing-cr --suppress-common-lines --label: --no-dereference --speed-large-files --to-file< --from-file<
  --ignore-matching-lines: --left-column
  deep -r --recursive; follows; shows
  = diff a b → read a, read b
  = diff -r a b → read a/**, read b/**
cmp|gcmp|zcmp: read…
  -bls -i: -n: --print-bytes --verbose --quiet --silent --bytes: --ignore-initial:
  = cmp a b → read a, read b
wc|gwc: read…
  -clmwL --bytes --chars --lines --words --max-line-length --total: --files0-from<
  counts /^g?wc -[lwcm]$/; namesFrom --files0-from
  = wc -l a → read a
md5sum|gmd5sum|sha1sum|gsha1sum|sha224sum|sha256sum|gsha256sum|sha384sum|sha512sum|gsha512sum|b2sum|gb2sum|b3sum|shasum|md5|sha256|xxhsum|xxh64sum|crc32|cksum|gcksum|sum|gsum: read…
  -abctzrslwqv --binary --text --tag --zero --check --ignore-missing --quiet --status --strict --warn --length: --algorithm: --num-threads:
  = sha256sum a → read a
base64|gbase64|base32|gbase32|basenc|gbasenc|uuencode|uudecode|ascii85|base58: read…
  -dDi -w: -o> -b: --decode --ignore-garbage --wrap: --base64 --base64url --base32 --base16 --z85
  shows
  = base64 a → read a
iconv|giconv|recode|uconv: read…
  -cls -f: -t: -o> --from-code: --to-code: --output> --list --silent
  shows
  = iconv -f latin1 a -o b → read a, write b
dos2unix|unix2dos|mac2unix|unix2mac|fromdos|todos: read…
  -bfkqsicel -n -o --force --keepdate --quiet --safe --newfile --oldfile
  writes
  = dos2unix a → read a, write a
jq|gojq|jaq: code read…
  -rncsCMaSejRhV -f* -L: --raw-output --raw-output0 --null-input --compact-output --slurp --color-output --monochrome-output --ascii-output
  --sort-keys --exit-status --join-output --raw-input --tab --indent: --stream --from-file* --unbuffered --seq --slurpfile:< --rawfile:<
  --argfile:< --arg:: --argjson:: --args --jsonargs
  gives -f --from-file; language jq; shows
  = jq . a → read a
  = jq -f p.jq a → read p.jq, read a
  = jq --slurpfile x b . a → read b, read a
yq|xq|tomlq|xmlstarlet|xidel|pup|htmlq|mlr|miller|csvkit|xsv|qsv|jc|jo: code? read…
  -rnecsCMjPiNv0 -o: -p: -I: -d: -f: -t: --inplace --in-place --output-format: --input-format: --raw-output --prettyPrint --unwrapScalar? --csv
  --json --icsv --ojson --ijson --from
  writes -i --inplace --in-place; language jq; shows
  = yq .a b → read b
  = yq -i .a=1 b → read b, write b
  = yq b → read b
dasel: code? read…
  -f< -r: -w: -o> -p: -s: --file< --read: --write: --out> --in: --plain --colour
  language jq; shows
  = dasel -f a .x → read a, read .x
csvcut|csvgrep|csvsql|csvlook|csvstat|in2csv|csvsort|csvjson|csvclean|csvformat|csvjoin|csvstack|tidy-viewer|gron|fx|jless|visidata|vd|xmllint|html2text|pygmentize|highlight: read…
  -c: -d: -e: -f: -H -K: -m: -n -o> -p: -q: -r: -S -t -u: -v -l -x: -g -s --format --noout --xpath: --schema< --output> --query: --html --stream --sort:
  shows
  = csvcut -c 1 a → read a
sed|gsed|ssed: code read…
  -nErszulb -i? -I: -e$ -f* -l: -a --quiet --silent --in-place? --regexp-extended --separate --null-data --zero-terminated --unbuffered
  --expression$ --file* --line-length: --posix --debug --follow-symlinks --sandbox --binary
  gives -e -f --expression --file; writes -i -I --in-place; language sed; shows
  empties /(?:^|\s)(?:-[a-zA-Z]*i\S*|--in-place\S*)\s(?:.*\s)?(?:d|[01],\$d|\/\.\*?\/d|s\/\^?\.[*+]\$?\/\/\w*)(?:\s|$)/
  = sed s/a/b/ x → read x
  = sed -i s/a/b/ x → read x, write x
  = sed -n -e 1p x → read x
awk|gawk|mawk|nawk|original-awk|goawk|frawk: code read…
  -bcCgIkMNnOPrSstV -F: -v: -f* -e$ -E* -i* -l* -o? -p? -d? -D? -L? --field-separator: --assign: --file* --source$ --exec* --include* --load*
  --posix --traditional --re-interval --sandbox --bignum --csv --lint?
  gives -f -e -E --file --source --exec; does filters; writes -i --include; language awk; shows
  = awk '{print $1}' a → read a
  = awk -f p.awk a → read p.awk, read a
sd|rpl|sad|ambr|ambs|fastmod|comby|codemod|ast-grep|semgrep|jscodeshift: text text read…
  -pFsn -f: --preview --string-mode --fixed-strings --max-replacements: --flags: -i -a --rewrite: --pattern: --lang: --update-all --in-place
  writes
  = sd a b x → read x, write x
bc|dc: read…
  -hilqswV -e: -f< --expression: --file< --quiet --mathlib --standard --warn
  shows
  = bc -q a → read a
cpp: read write?
  -EPCv -o> -I: -D: -U: -x: -M? -std:
  shows
  = cpp a b → read a, write b
envsubst|m4|gm4|gettext|ngettext|msgfmt|msgmerge|xgettext|mustache|j2|jinja2|gomplate|pandoc|asciidoctor|markdown|groff|nroff|troff|enscript|a2ps|aspell|hunspell: read…
  -v -o> -t: -f: -D: -d: --output> --variables --from: --to: --format:
  shows
  = envsubst < a → read a
  = pandoc a -o b → read a, write b
patch|gpatch: write read?
  -bcEflnNRstTuZ -B: -d@ -D: -F: -g: -i< -o> -p: -r> -V: -Y: -z: --backup --dry-run --batch --forward --force --reverse --silent --quiet --strip: --input<
  --output> --directory@ --reject-file> --ignore-whitespace --remove-empty-files --fuzz: --unified --context --normal --ed --posix --verbose
  --suffix: --prefix: --merge? --no-backup-if-mismatch --backup-if-mismatch --binary
  does patches; patches; dryRun /^--dry-run$/
  = patch -p1 --dry-run < a → read a
apply_patch|applypatch: text…
  patches
  = apply_patch < a → read a
ed|red: read…
  -Gslrv -p: --quiet --silent --prompt: --restricted
  writes; language ed; readsInput; shows
  = ed a → read a, write a
ex: read…
  -cenrRsvVy -c$ -t: -S* -u* --cmd$
  writes; language vim; reach machine; readsInput
  = ex a → read a, write a
`;
