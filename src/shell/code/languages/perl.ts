import { plain } from '../evaluate/token.ts';
import { language } from './language.ts';
import { perlQuoted } from './quoting.ts';

export const perlLanguage = language('perl', {
  syntax: {
    comment: /#[^\n]*|(?<=\n)=[a-z][\s\S]*?\n=cut[^\n]*/y,
    name: /[$@%]\^\w|[$@%]\$*[A-Za-z_]\w*(?:::\w+)*|\$[&`'+!/\\,;.0-9]|[A-Za-z_]\w*(?:(?:::|')[A-Za-z_]\w*)*/y,
    sign: /<=>|\*\*|=~|!~|==|!=|<=|>=|=>|->|&&=?|\|\|=?|\/\/=?|\.\.\.?|\+\+|--|::|<<|>>|\.=|[+\-*%|&^]=|-[a-zA-Z](?=\s+["'$])/y,
    quotes: {
      '"': { escapes: 'all', fill: 'variables' },
      "'": plain,
      '`': { escapes: 'all', fill: 'variables', runs: true },
    },
    marked: perlQuoted,
    hereDocuments: /<<~?(["']?)([A-Za-z_]\w*)\1/y,
    regular: true,
    linesEnd: false,
    same: { '->': '.', '.': '+', '::': '.' },
  },
  table: `
    open line: open
    open: sysopen IO::File.new
    line: system exec readpipe IPC::System::Simple::run capture capturex run3 run
    words: open2 open3 IPC::Open3::open3 IPC::Open2::open2
    deletes: unlink rmdir
    removes: rmtree remove_tree File::Path::rmtree File::Path::remove_tree File::Path::Tiny::rm
    move: rename move mv File::Copy::move
    copy: copy cp File::Copy::copy
    copy all: dircopy rcopy
    link: symlink link
    write: mkdir make_path mkpath truncate utime File::Path::make_path Path#spew #spew write_file
    writes behind: chmod chown
    read: read_file slurp do_file #slurp
    list: opendir stat lstat readlink
    glob: glob
    walk: find finddepth
    enter: chdir
    code: eval evalbytes
    script: require do
    hidden: syscall dbmopen require_computed *main AUTOLOAD
    path: path Path::Tiny::path Path::Class::file Path::Class::dir
    join: catfile catdir File::Spec.catfile File::Spec.catdir
    same: lc uc sprintf quotemeta scalar my our local return
    fetch: get getstore LWP::Simple::get #get
    query: #do #prepare #execute
    env: $ENV
    cwd: getcwd cwd
    list of: sort reverse map grep
    harmless = print printf say defined exists delete push pop shift unshift splice join split keys values each length substr index rindex ord chr int abs sqrt sprintf die warn exit ref bless wantarray local time localtime gmtime close binmode eof seek tell read readline chomp chop lc uc lcfirst ucfirst pack unpack sleep rand srand hex oct pos sin cos exp log atan2 vec undef scalar sort reverse map grep return last next redo if unless while until else elsif for foreach and or not my our use no package sub encode_json decode_json to_json from_json Dumper max min sum first uniq basename dirname BEGIN END STDIN STDOUT STDERR autoflush strftime floor ceil lock printf exit encode decode md5_hex sha256_hex encode_base64 decode_base64 blessed
    modules = strict warnings utf8 feature vars integer constant lib bytes JSON JSON::PP JSON::XS Data::Dumper List::Util Scalar::Util POSIX Time::HiRes Time::Local File::Basename File::Spec File::Spec::Functions File::Path File::Copy File::Find File::Temp File::Slurp Cwd Getopt::Long MIME::Base64 Digest::MD5 Digest::SHA Encode Text::Wrap Storable IO::File IO::Handle IPC::Open2 IPC::Open3 Path::Tiny Path::Class LWP::Simple Term::ANSIColor Benchmark Carp Tie::File Text::ParseWords Unicode::Normalize bigint bignum open version autodie locale English
    words = return not my our local else elsif if unless while until and or foreach_ STDERR STDOUT
    defines = sub package
    roots = CORE CORE::GLOBAL
  `,
  sigils: true,
  bare: true,
  callsTexts: true,
  plainName: (name) => name.replace(/^(?:CORE|main)::/, '').replace(/^(\$|@|%)\$+/, '$1'),
  imports: (word, tokens, at, scope) => {
    if (word !== 'use' && word !== 'no' && word !== 'require') return null;
    const { kind, text } = tokens[at + 1] ?? { kind: 'end', text: '' };
    if (kind === 'number' || /^v\d/.test(text)) return at + 2;
    if (kind !== 'name' || /^[$@]/.test(text)) return null;
    scope.module(text);
    return at + 2;
  },
});
