import { OptionTable } from '../../../shell/options.ts';

/** What a known program does with its operands, and which options it may be given. */
export interface Program {
  readonly options: OptionTable;
  readonly does: 'read' | 'write' | 'delete';
  /** Whether whoever runs it has seen what is in the files. */
  readonly shows?: true;
  /** Options with which everything below an operand is read or written; `always` when no option is needed. */
  readonly deep?: readonly string[] | 'always';
  /** Options with which links below are followed. */
  readonly follows?: readonly string[] | 'always';
  /** It tells names, not what is in files; with these options the names of everything below, too. */
  readonly lists?: readonly string[] | 'always';
  /** Reads the current folder when it has no operands. */
  readonly here?: true;
  /** The first operand is no path, unless one of these options gives the pattern. */
  readonly pattern?: readonly string[];
  /** It changes modes and owners of files, and not what is in them. */
  readonly keepsContent?: true;
  /** Writes its second operand. */
  readonly writesSecond?: true;
  /** Options with which the operands are written too. */
  readonly writesWith?: readonly string[];
}

type Row = Omit<Program, 'options'>;

const reads: Row = { does: 'read' };
const shows: Row = { does: 'read', shows: true };
const writes: Row = { does: 'write' };

const grep: Row = {
  does: 'read',
  deep: ['-r', '-R', '--recursive', '--dereference-recursive'],
  follows: ['-R', '--dereference-recursive'],
  pattern: ['-e', '-f', '--regexp', '--file'],
};
const grepOptions =
  '-ivnclLoqshHwxEFGPaIzZbTUyrR# -A: -B: -C: -e: -m: -f< --color? --colour? --include: --exclude: --exclude-dir: ' +
  '--line-number --ignore-case --invert-match --count --files-with-matches --files-without-match --only-matching ' +
  '--quiet --silent --no-messages --with-filename --no-filename --word-regexp --line-regexp --extended-regexp ' +
  '--fixed-strings --basic-regexp --perl-regexp --text --null --null-data --byte-offset --recursive ' +
  '--dereference-recursive --after-context: --before-context: --context: --max-count: --regexp: --file< --line-buffered ' +
  '--binary-files: --initial-tab';
const sums = '-btzr --binary --text --tag --zero';

const rows: readonly (readonly [names: string, options: string, row: Row])[] = [
  [
    'cat',
    '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    shows,
  ],
  ['tac', '-br -s: --before --regex --separator:', shows],
  ['head', '-qvz# -c: -n: --bytes: --lines: --quiet --silent --verbose --zero-terminated', shows],
  [
    'tail',
    '-fFqvzr# -c: -n: -s: --bytes: --lines: --follow? --pid: --retry --sleep-interval: --quiet --silent --verbose --zero-terminated',
    shows,
  ],
  ['less', '-NSRFXEeinmMrsgGqQ', shows],
  ['more', '-dflpcsu# -n:', shows],
  ['nl', '-p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering: --number-width:', shows],
  [
    'od',
    '-abcdfilosxv -A: -j: -N: -S: -t: -w: --address-radix: --skip-bytes: --read-bytes: --format: --width?',
    shows,
  ],
  ['hexdump', '-bcCdovx -e: -n: -s:', shows],
  ['xxd', '-abCdeEipru -c: -g: -l: -s: -o: -n:', { ...shows, writesSecond: true }],
  ['strings', '-afow -n: -t: -e: --all --bytes: --radix: --encoding:', shows],
  ['rev', '', shows],
  ['fold', '-bs -w: --bytes --spaces --width:', shows],
  ['column', '-txnJeLd -s: -c: -o: -N: -R: --table --separator: --output-separator: --table-columns:', shows],
  ['paste', '-sz -d: --serial --delimiters: --zero-terminated', shows],
  ['fmt', '-cstu -w: -p: -g: --width: --split-only --uniform-spacing', shows],
  ['expand unexpand', '-ia -t: --initial --all --tabs:', shows],
  [
    'cut',
    '-nsz -b: -c: -d: -f: --bytes: --characters: --delimiter: --fields: --complement --only-delimited --output-delimiter: --zero-terminated',
    shows,
  ],
  ['comm', '-123iz --check-order --nocheck-order --output-delimiter: --total --zero-terminated', shows],
  ['join', '-iz -a: -e: -j: -o: -t: -v: -1: -2: --header --ignore-case --check-order --nocheck-order', shows],
  [
    'sort',
    '-bdfgiMhnRrVcCmsuz -k: -t: -S: -o> --key: --field-separator: --output> --reverse --unique --numeric-sort ' +
      '--human-numeric-sort --version-sort --general-numeric-sort --ignore-case --ignore-leading-blanks ' +
      '--dictionary-order --month-sort --random-sort --stable --check? --merge --zero-terminated --parallel: --buffer-size:',
    shows,
  ],
  [
    'uniq',
    '-cdDiuz -f: -s: -w: --count --repeated --all-repeated? --unique --ignore-case --skip-fields: --skip-chars: --check-chars: --zero-terminated',
    { ...shows, writesSecond: true },
  ],
  ['awk gawk mawk nawk', '-F: -v: --field-separator: --assign:', { ...shows, pattern: [] }],
  [
    'sed',
    '-nErszu -i? -e: --quiet --silent --in-place --regexp-extended --separate --null-data --unbuffered --expression:',
    { ...shows, pattern: ['-e', '--expression'], writesWith: ['-i', '--in-place'] },
  ],
  [
    'jq',
    '-rncsCMaSejR --raw-output --null-input --compact-output --slurp --color-output --monochrome-output --ascii-output ' +
      '--sort-keys --exit-status --join-output --raw-input --tab --indent: --stream',
    { ...shows, pattern: [] },
  ],
  [
    'diff',
    '-qsucnyrNbBwiaEZtTdHpe# -U: -C: -W: -x: --brief --report-identical-files --unified? --context? --side-by-side ' +
      '--recursive --new-file --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --text ' +
      '--color? --minimal --exclude: --width: --strip-trailing-cr --suppress-common-lines',
    { ...shows, deep: ['-r', '--recursive'], follows: 'always' },
  ],
  ['cmp', '-bls -i: -n: --print-bytes --verbose --quiet --silent --bytes: --ignore-initial:', reads],
  ['wc', '-clmwL --bytes --chars --lines --words --max-line-length --total:', reads],
  ['file', '-bhikLNnprsz0 --brief --mime --mime-type --mime-encoding --dereference --no-dereference', reads],
  ['stat', '-Lftx -c: --dereference --file-system --terse --format: --printf:', { ...reads, lists: [] }],
  ['md5sum sha1sum sha224sum sha256sum sha384sum sha512sum', sums, reads],
  ['cksum sum', '-rs -a:', reads],
  ['base64', '-dDi -w: --decode --ignore-garbage --wrap:', shows],
  ['readlink', '-femnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline', reads],
  [
    'realpath',
    '-emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --no-symlinks --relative-to< --relative-base<',
    reads,
  ],
  [
    'ls dir',
    '-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --author --escape --color? --directory ' +
      '--classify? --file-type --full-time --group-directories-first --no-group --human-readable --si --inode ' +
      '--literal --numeric-uid-gid --quote-name --reverse --recursive --size --sort: --time: --time-style: --width: ' +
      '--format: --hide: --ignore: --indicator-style: --zero',
    { ...reads, here: true, lists: ['-R', '--recursive'] },
  ],
  [
    'tree',
    '-adfilpsughDFCNrtUvQ -L: -I: -P: -o> --dirsfirst --noreport --gitignore --prune --filelimit: --du --inodes --charset: --sort?',
    { ...reads, here: true, lists: 'always' },
  ],
  [
    'du',
    '-abchklmsSxHLDP0g -d: -B: -t: -I: --all --apparent-size --bytes --total --human-readable --summarize ' +
      '--max-depth: --block-size: --threshold: --exclude: --one-file-system --separate-dirs --time?',
    { ...reads, here: true, lists: ['-a', '--all'] },
  ],
  [
    'df',
    '-aHhiklmPTg -B: -t: -x: --all --human-readable --inodes --local --output? --total --print-type --type:',
    reads,
  ],
  ['grep egrep fgrep', grepOptions, grep],
  [
    'rg',
    '-ivnclLoqhHIwxFPUasSNp0.u -A: -B: -C: -e: -m: -g: -t: -T: -j: -d: -r: -M: -E: -f< --glob: --iglob: --type: ' +
      '--type-not: --hidden --no-ignore --no-ignore-vcs --files --json --heading --no-heading --color: --ignore-case ' +
      '--smart-case --case-sensitive --count --count-matches --files-with-matches --files-without-match ' +
      '--fixed-strings --invert-match --line-number --no-line-number --with-filename --no-filename --only-matching ' +
      '--word-regexp --line-regexp --multiline --pcre2 --replace: --regexp: --max-count: --max-depth: --max-columns: ' +
      '--context: --after-context: --before-context: --sort: --stats --text --trim --vimgrep --null --no-messages --follow --file< ' +
      '--line-buffered --pretty --passthru --sortr: --type-list --max-filesize: --no-config --crlf --threads: --column',
    {
      ...grep,
      deep: 'always',
      follows: ['-L', '--follow'],
      here: true,
      pattern: [...(grep.pattern ?? []), '--files'],
    },
  ],

  ['touch', '-acmfh -d: -t: -r< --no-create --date: --reference< --time:', writes],
  ['mkdir', '-pv -m: --parents --verbose --mode:', writes],
  ['truncate', '-co -s: -r< --no-create --io-blocks --size: --reference<', writes],
  ['tee', '-aip --append --ignore-interrupts', { ...writes, shows: true }],
  [
    'chmod',
    '-Rvfcrwxst --recursive --verbose --silent --quiet --changes --reference<',
    { ...writes, deep: ['-R', '--recursive'], keepsContent: true },
  ],
  [
    'chown chgrp',
    '-Rvfchn --recursive --verbose --silent --quiet --changes --no-dereference --reference< --from:',
    { ...writes, deep: ['-R', '--recursive'], keepsContent: true },
  ],
  ['mkfifo mknod', '-m: --mode:', writes],
  ['fallocate', '-cdnzv -l: -o: --length: --offset:', writes],

  [
    'rm',
    '-rRfivdI --recursive --force --verbose --dir --interactive? --one-file-system --preserve-root?',
    { does: 'delete', deep: 'always' },
  ],
  ['sponge', '-a', writes],
  ['rmdir', '-v --ignore-fail-on-non-empty --verbose', { does: 'delete', deep: 'always' }],
  ['unlink', '', { does: 'delete', deep: 'always' }],
  [
    'shred',
    '-fuvxz -n: -s: --force --iterations: --remove? --verbose --zero --exact',
    { does: 'delete', deep: 'always' },
  ],
];

/** Programs of which it is known what they do with their operands, by name. */
export const programs: ReadonlyMap<string, Program> = new Map(
  rows.flatMap(([names, options, row]) => {
    const program = { ...row, options: new OptionTable(options) };
    return names.split(' ').map((name): [string, Program] => [name, program]);
  }),
);
