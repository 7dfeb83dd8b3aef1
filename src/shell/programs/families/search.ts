/** Programs that search in files or for files. `card.ts` describes the format. */
export const searchCards = String.raw`
grep|ggrep|egrep|gegrep|fgrep|gfgrep|zgrep|zegrep|zfgrep|bzgrep|xzgrep|zstdgrep|pcregrep|pcre2grep|tre-agrep|agrep: pattern read…
  -ivnclLoqshHwxEFGPaIzZbTUyrR# -A: -B: -C: -e: -m: -f< --color? --colour? --include: --exclude: --exclude-from< --exclude-dir:
  --line-number --ignore-case --no-ignore-case --invert-match --count --files-with-matches --files-without-match --only-matching --quiet --silent
  --no-messages --with-filename --no-filename --word-regexp --line-regexp --extended-regexp --fixed-strings --basic-regexp --perl-regexp --text
  --null --null-data --byte-offset --recursive --dereference-recursive --after-context: --before-context: --context: --max-count: --regexp: --file<
  --line-buffered --binary-files: --initial-tab --label: --binary
  deep -r -R --recursive --dereference-recursive; only --include; except --exclude --exclude-dir; follows -R --dereference-recursive; gives -e -f --regexp --file; prints found; namesWith -l -L --files-with-matches --files-without-match; alters -A -B -C -b -c -H -n -o -T --after-context --before-context --context --byte-offset --count --initial-tab --line-number --only-matching --with-filename; here; shows
  = grep x a → read a
  = grep -r x → read ./**
  = grep -e x a → read a
  = grep -f list a → read list, read a
rgrep|ug|ugrep|ugrep+: pattern read…
  -D: -d: --directories: --devices:
  like grep; deep; only --include -g --glob; except --exclude --exclude-dir; follows -R --dereference-recursive; gives -e -f --regexp --file; prints found; here; shows
  = ugrep -r x → read ./**
rg|ripgrep|rga: pattern read…
  -ivnclLoqhHIwxFPUasSNp0.uz -A: -B: -C: -e: -m: -g: -t: -T: -j: -d: -r: -M: -E: -f< --glob: --iglob: --type: --type-not: --hidden --no-hidden
  --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot --no-ignore-global --unrestricted --files --json --heading --no-heading --color:
  --ignore-case --smart-case --case-sensitive --count --count-matches --files-with-matches --files-without-match --fixed-strings --invert-match
  --line-number --no-line-number --with-filename --no-filename --only-matching --word-regexp --line-regexp --multiline --multiline-dotall --pcre2
  --engine: --replace: --regexp: --max-count: --max-depth: --max-columns: --context: --after-context: --before-context: --sort: --sortr: --stats
  --text --trim --vimgrep --null --no-messages --follow --file< --line-buffered --pretty --passthru --type-list --max-filesize: --no-config --crlf
  --threads: --column --pre! --pre-glob: --hostname-bin! --search-zip --one-file-system --ignore-file< --type-add: --quiet --debug --binary
  --glob-case-insensitive
  deep; lists --files --type-list; only -g --glob --iglob; types -t --type; hidden -. --hidden -uu; ignored -u --no-ignore --unrestricted; levels -d --max-depth; follows -L --follow; gives -e -f --regexp --file --files --type-list; prints found; namesWith -l --files-with-matches --files-without-match --files; alters -A -B -C -c -H -n -N -o -p -r --after-context --before-context --context --count --count-matches --heading --json --line-number --only-matching --pretty --replace --stats --vimgrep --with-filename; here; shows
  = rg x → read ./**
  = rg x src → read src/**
  = rg --files src → list src/**
ag: pattern read…
  -acCdfFgGhHikKlLnoqrRsStTuUvwxzQ01 -A: -B: -G: -m: -p< -W: --after: --before: --context: --nobreak --break --color --nocolor --column --count
  --depth: --file-search-regex: --files-with-matches --files-without-matches --files-with-match --files-without-match --follow --group --nogroup
  --heading --noheading --hidden --ignore: --ignore-dir: --ignore-case --invert-match --line-numbers --literal --max-count: --null --numbers
  --nonumbers --one-device --only-matching --pager! --parallel --passthrough --path-to-ignore< --print-long-lines --recurse --no-recurse
  --search-binary --search-files --search-zip --silent --skip-vcs-ignores --smart-case --case-sensitive --stats --unrestricted --vimgrep --width:
  --word-regexp --all-types --all-text --print0
  deep; except --ignore --ignore-dir; hidden -u --hidden --unrestricted; ignored -u -U --unrestricted --skip-vcs-ignores; levels --depth; follows -f --follow; prints found; namesWith -l -L --files-with-matches --files-without-matches --files-with-match --files-without-match; alters -c --count -H --color --column --group --vimgrep; here; shows
  = ag -u x → read ./**
ack|ack-grep|pt|sift|ucg: pattern read…
  like ag; deep; except --ignore --ignore-dir; levels --depth; follows -f --follow; prints found; here; shows
  = ack x src → read src/**
find|gfind|bfs
  does finds; runs found; prints found; namesFrom -files0-from; alters -exec -execdir -fls -fprint -fprintf -ls -ok -okdir -printf
  = find . -name x → list ./**
  = find a -delete → list a/**, delete a/**
  = find . -fprint out → list ./**, write out
fd|fdfind|fd-find: pattern read…
  -HIuUsigaFLpl01qhV -e: -t: -d: -E: -S: -j: -c: -o: -C@ --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-require-git
  --no-global-ignore-file --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --literal --absolute-path --follow
  --full-path --list-details --print0 --prune --quiet --has-results --show-errors --one-file-system --mount --xdev --extension: --type:
  --max-depth: --maxdepth: --min-depth: --exact-depth: --exclude: --size: --threads: --color: --owner: --changed-within: --changed-after:
  --change-newer-than: --newer: --changed-before: --change-older-than: --older: --max-results: --max-buffer-time: --batch-size: --ignore-file:
  --ignore-contain: --path-separator: --format: --and: --base-directory@ --search-path< --strip-cwd-prefix? --hyperlink?
  does findsByPattern; runs foundByPattern; except -E --exclude; endings -e --extension; hidden -H -u --hidden --unrestricted; ignored -I -u --no-ignore --unrestricted; levels -d --max-depth --maxdepth; prints found; alters --format
  = fd x → list ./**
  = fd x src → list src/**
  = fd -e ts . src → list src/**
locate|mlocate|plocate|mdfind|updatedb|which|gwhich|whereis|type|whence|where|command-not-found|apropos|whatis|tldr|help: text…
  -akfwstbBmMSuP
  = which ls → nothing
info: text…
  -f< -o> -n: -d: -k: --file< --output> --node: --subnodes --all
  = info -f a → read a
man: text…
  -acdDfhikKlMrRstTuVwWxXZ7 -C< -E: -L: -m: -M: -S: -s: -e: -p: -r: -P! -H! --pager! --html!
  = man ls → nothing
fzf|sk|fzy|peco|percol|gum|rofi|dmenu: text…
  -meix0123 -f: -q: -d: -n: --preview! --bind: --height: --query: --filter: --multi --reverse --print0 --read0 --header: --prompt: --delimiter:
  --nth: --preview-window:
  prints input
  = fzf -m → nothing
`;
