import { plain } from '../evaluate/token.ts';
import { language } from './language.ts';
import { rubyQuoted } from './quoting.ts';

export const rubyLanguage = language('ruby', {
  syntax: {
    comment: /#[^\n]*|(?<=\n)=begin[\s\S]*?\n=end[^\n]*/y,
    name: /(?:\$|@@?)?[A-Za-z_]\w*[?!]?(?!=)|(?:\$|@@?)?[A-Za-z_]\w*|\$[0-9!@&~:;.,/<>]/y,
    sign: /<=>|===|\*\*|=~|!~|==|!=|<=|>=|=>|->|&&=?|\|\|=?|\.\.\.?|&\.|::|<<|>>|[+\-*/%|&^]=/y,
    quotes: {
      '"': { escapes: 'all', fill: 'hash-braces' },
      "'": plain,
      '`': { escapes: 'all', fill: 'hash-braces', runs: true },
    },
    marked: rubyQuoted,
    hereDocuments: /<<[~-]?(["'`]?)([A-Z_]\w*)\1/y,
    regular: true,
    linesEnd: true,
    same: { '::': '.', '&.': '.', '->': '*' },
  },
  table: `
    open line: open Kernel.open IO.read IO.readlines IO.foreach URI.open
    line: system exec spawn Kernel.system Kernel.exec Kernel.spawn IO.popen Process.spawn Process.exec PTY.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline sh
    open: File.open File.new IO.open Pathname#open
    read: File.read File.readlines File.foreach File.binread IO.binread Path#read Path#readlines Path#binread YAML.load_file JSON.load_file File.readlink load
    write: File.write File.binwrite IO.write IO.binwrite Dir.mkdir FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs FileUtils.touch File.truncate Path#write Path#binwrite Path#mkdir Path#mkpath
    writes behind: File.chmod File.chown FileUtils.chmod FileUtils.chmod_R FileUtils.chown FileUtils.chown_R
    deletes: File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.safe_unlink FileUtils.remove_file Path#delete Path#unlink Path#rmdir rm rm_f Dir.rmdir Dir.delete Dir.unlink
    removes: FileUtils.rm_r FileUtils.rm_rf FileUtils.rmtree FileUtils.remove FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure Path#rmtree rm_r rm_rf
    move: File.rename FileUtils.mv FileUtils.move Path#rename mv
    copy: FileUtils.cp FileUtils.copy FileUtils.copy_file FileUtils.install IO.copy_stream cp
    copy all: FileUtils.cp_r FileUtils.copy_entry cp_r
    link: File.symlink File.link FileUtils.ln FileUtils.ln_s FileUtils.ln_sf FileUtils.symlink
    list: Dir.entries Dir.children Dir.foreach Dir.each_child Dir.exist? File.exist? File.file? File.directory? File.stat File.size File.mtime Path#exist? Path#children Path#entries File.realpath
    glob: Dir.glob Dir.[]
    walk: Find.find
    enter: Dir.chdir FileUtils.cd FileUtils.chdir
    code: eval instance_eval class_eval module_eval Kernel.eval Object.class_eval #instance_eval #class_eval #module_eval
    named: send public_send __send__ method Kernel.send Object.send #send #public_send #__send__ #method
    hidden: binding Fiddle.dlopen ObjectSpace.each_object RubyVM.new syscall const_get Object.const_get Kernel.const_get instance_variable_get #const_get
    path: Pathname.new Pathname
    join: File.join Path#join
    same: File.expand_path File.absolute_path String Path#to_s Path#expand_path #to_s #strip #chomp lambda proc
    home: Dir.home
    cwd: Dir.pwd Dir.getwd __dir__
    program: RbConfig.ruby
    fetch: Net::HTTP.get URI.open Net.HTTP.get Net.HTTP.get_response
    send: Net.HTTP.post Net.HTTP.post_form
    query: #execute #exec #query #exec_query
    plain: JSON.* YAML.* Time.* Date.* Math.* Hash.* Array.* Set.* Struct.* Integer.* Float.* Random.* SecureRandom.* Digest.* Base64.* CSV.* ERB.* URI.* Comparable.* Process.clock_gettime Process.pid STDIN.* STDOUT.* STDERR.* $stdin.* $stdout.* $stderr.* File.basename File.extname File.dirname File.split ARGF.* ARGV.* Benchmark.* RUBY_VERSION.* Regexp.* String.* Shellwords.* Kernel.puts Kernel.print GC.* OpenStruct.* StringIO.* Timeout.* Rational.* Complex.* Symbol.* Range.* RbConfig.*
    harmless = puts print p pp printf putc require require_relative format sprintf raise loop lambda proc catch throw exit abort sleep rand srand gets readline readlines Integer Float String Array Hash Rational block_given? at_exit attr_accessor attr_reader attr_writer include extend freeze private public protected if unless while until case when then do end else elsif return next break yield begin rescue ensure and or not nil true false self super defined? warn
    modules = json yaml time date set ostruct pp csv erb securerandom digest digest/md5 digest/sha1 digest/sha2 base64 fileutils pathname tempfile tmpdir find open3 pty open-uri uri net/http shellwords stringio benchmark optparse bigdecimal matrix prime timeout logger English forwardable singleton zlib rbconfig io/console
    words = return not yield and or then do begin ensure rescue else elsif if unless while until case when in end
    defines = def class module
    roots = Kernel Object self
  `,
  bare: true,
  blocks: true,
  imports: (word, tokens, at, scope) => {
    if (word !== 'require' && word !== 'require_relative') return null;
    const [name, ...others] = tokens[at + 1]?.parts ?? [];
    if (typeof name !== 'string' || others.length > 0) return null;
    scope.module(word === 'require' ? name : `./${name}`);
    return at + 2;
  },
});
