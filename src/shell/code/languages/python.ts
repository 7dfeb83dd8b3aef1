import type { Quoting, Token } from '../evaluate/token.ts';
import { own } from '../evaluate/value.ts';
import { type ImportScope, language } from './language.ts';

const text: Quoting = { escapes: 'all', fill: null };

export const pythonLanguage = language('python', {
  syntax: {
    comment: /#[^\n]*/y,
    name: /[A-Za-z_]\w*/y,
    sign: /==|!=|<=|>=|:=|->|\*\*=?|\/\/=?|<<=?|>>=?|[+\-*/%|&^]=/y,
    quotes: { '"': text, "'": text },
    prefix: (letters, quoting) => ({
      ...quoting,
      escapes: letters.includes('r') ? 'none' : 'all',
      fill: letters.includes('f') ? 'braces' : null,
    }),
    tripled: true,
    regular: false,
    linesEnd: true,
    same: { '//': '%' },
  },
  table: `
    open: open io.open io.FileIO codecs.open gzip.open bz2.open lzma.open os.open os.fdopen fileinput.input
    line: os.system os.popen os.popen2 os.popen3 os.popen4 subprocess.getoutput subprocess.getstatusoutput commands.getoutput commands.getstatusoutput pty.spawn posix.system #system #popen asyncio.create_subprocess_shell
    words: subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen asyncio.create_subprocess_exec os.execl os.execlp os.execle os.execlpe os.execv os.execve os.execvp os.execvpe os.posix_spawn os.posix_spawnp sh.Command
    words behind: os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve os.spawnvp os.spawnvpe
    delete: os.remove os.unlink os.rmdir Path#unlink Path#rmdir #unlink #rmdir
    remove: shutil.rmtree os.removedirs distutils.dir_util.remove_tree #rmtree send2trash.send2trash
    move: os.rename os.renames os.replace shutil.move Path#rename Path#replace #rename
    copy: shutil.copy shutil.copy2 shutil.copyfile shutil.copymode shutil.copystat
    copy all: shutil.copytree
    link: os.symlink os.link Path#symlink_to Path#hardlink_to Path#link_to
    write: tarfile.open zipfile.ZipFile os.mkdir os.makedirs os.truncate os.chmod os.chown os.lchown os.mkfifo os.mknod os.utime shutil.chown Path#write_text Path#write_bytes Path#mkdir Path#touch Path#chmod #write_text #write_bytes #touch shutil.make_archive shutil.unpack_archive tempfile.mkstemp
    read: Path#read_text Path#read_bytes linecache.getline linecache.getlines #read_text #read_bytes os.readlink runpy.run_path
    open: Path#open
    list: os.stat os.lstat os.access os.path.exists os.path.isfile os.path.isdir os.path.islink os.path.getsize os.path.getmtime os.listdir os.scandir Path#exists Path#is_file Path#is_dir Path#stat Path#iterdir pathlib.Path#exists
    walk: os.walk os.fwalk Path#rglob Path#glob Path#walk #rglob #iterdir
    glob: glob.glob glob.iglob
    enter: os.chdir os.fchdir
    expand: os.path.expanduser Path#expanduser
    join: os.path.join Path#joinpath posixpath.join
    texts: #join
    path: pathlib.Path pathlib.PurePath pathlib.PosixPath pathlib.PurePosixPath
    same: str os.path.abspath os.path.realpath os.path.normpath os.fspath Path#resolve Path#absolute Path#as_posix repr bytes #encode #decode #strip list sorted reversed tuple set iter next
    same: .__dict__ .__call__
    home path: pathlib.Path.home
    cwd path: pathlib.Path.cwd
    cwd: os.getcwd os.getcwdb
    here: os.curdir
    write: sqlite3.connect
    program: sys.executable
    env: os.getenv os.environ.get
    plain: os.environ.copy os.environ.items os.environ.keys os.environ.values os.path.basename os.path.dirname os.path.splitext os.path.split os.path.sep os.path.relpath os.path.commonpath os.path.isabs os.sep os.linesep os.getpid os.getppid os.getuid os.getgid os.cpu_count os.name os.uname os.getlogin os.isatty os.get_terminal_size os.strerror os.urandom os.cpu_count
    plain: sys.exit sys.getsizeof sys.getrecursionlimit sys.setrecursionlimit sys.getdefaultencoding sys.stdin.read sys.stdin.readline sys.stdin.readlines sys.stdout.write sys.stdout.flush sys.stderr.write sys.stdin.buffer.read sys.stdout.buffer.write sys.getfilesystemencoding
    plain: shutil.which shutil.disk_usage shutil.get_terminal_size subprocess.list2cmdline pathlib.Path.name importlib.metadata.version importlib.util.find_spec
    plain: json.* re.* math.* datetime.* time.* collections.* itertools.* functools.* string.* textwrap.* random.* statistics.* decimal.* fractions.* hashlib.* base64.* urllib.parse.* typing.* dataclasses.* enum.* operator.* csv.* pprint.* difflib.* uuid.* html.* struct.* copy.* ast.* calendar.* bisect.* heapq.* cmath.* numbers.* zlib.* binascii.* unicodedata.* locale.* platform.* secrets.* inspect.* traceback.* warnings.* abc.* contextlib.* argparse.* getpass.* ipaddress.* colorsys.* keyword.* token.* stat.* errno.* signal.* tokenize.* zoneinfo.* io.* tomllib.* hmac.* array.* queue.* threading.* shlex.* types.* gc.* sysconfig.* site.* email.* xml.* fnmatch.* logging.* importlib.metadata.*
    read: xml.etree.ElementTree.parse #read_file
    fetch: urllib.request.urlopen urllib.request.urlretrieve requests.get requests.head urllib2.urlopen httpx.get #urlopen
    send: requests.post requests.put requests.patch requests.delete httpx.post httpx.put urllib.request.Request
    code: eval exec compile execfile builtins.eval builtins.exec
    module: __import__ importlib.import_module #__import__ #import_module
    member: getattr
    hidden: globals locals vars breakpoint memoryview setattr delattr ctypes.* operator.attrgetter operator.methodcaller types.FunctionType types.CodeType marshal.loads pickle.loads pickle.load os.putenv importlib.reload code.interact runpy.run_module sys.settrace sys.setprofile sys.path.insert sys.path.append
    hidden: .__class__ .__bases__ .__subclasses__ .__globals__ .__builtins__ .__mro__ .__base__ .__getattribute__ .__code__ .__closure__ .__loader__ .__spec__ .__reduce__ .__self__ .__func__ .gi_frame .tb_frame .cr_frame .f_globals .f_builtins .func_globals .f_locals
    query: #execute #executemany #executescript #raw #sql
    harmless = print len range str int float bool list dict set tuple frozenset bytes bytearray sorted reversed enumerate zip map filter sum min max abs round any all isinstance issubclass type repr ord chr hex bin oct format iter next divmod pow hash id input super slice object callable dir help hasattr complex ascii staticmethod classmethod property aiter anext exit quit Exception ValueError KeyError SystemExit RuntimeError AssertionError TypeError IndexError OSError FileNotFoundError NotImplementedError StopIteration AttributeError IOError KeyboardInterrupt ImportError ZeroDivisionError BaseException
    modules = os sys posixpath=os.path posix=os json re math datetime time collections itertools functools string textwrap random statistics decimal fractions hashlib base64 urllib urllib.parse urllib.request typing dataclasses enum operator csv pprint difflib uuid html struct copy pathlib os.path ast calendar bisect heapq cmath numbers zlib binascii unicodedata locale __future__ platform secrets inspect traceback warnings abc contextlib argparse getpass ipaddress colorsys keyword token stat errno signal tokenize zoneinfo io tomllib hmac array queue threading shlex types gc sysconfig site configparser email xml fnmatch logging shutil subprocess commands pty glob tempfile codecs gzip bz2 lzma tarfile zipfile fileinput linecache importlib builtins __builtin__=builtins requests httpx ctypes marshal pickle asyncio runpy send2trash urllib2 distutils code sqlite3
    words = return await yield not raise del assert lambda_ print_ else elif if while try finally with in and or is from async pass break continue except case match
    defines = def class lambda
    roots = builtins __builtins__ sys.modules
  `,
  importsFrom: true,
  imports,
});

/** `import a.b as c, d` and `from a import b as c`. */
function imports(
  word: string,
  tokens: readonly Token[],
  at: number,
  scope: ImportScope,
  effects: ReadonlyMap<string, string>,
): number | null {
  if (word !== 'import' && word !== 'from') return null;
  let place = at + 1;
  const dotted = (): string => {
    let name = '';
    while (tokens[place]?.kind === 'name' || tokens[place]?.text === '.') {
      if (/^(?:as|import)$/.test(tokens[place]?.text ?? '')) break;
      name += tokens[place]?.text ?? '';
      place += 1;
      if (tokens[place]?.kind === 'name' && tokens[place - 1]?.kind === 'name') break;
    }
    return name;
  };
  const alias = (): string | null => {
    if (tokens[place]?.text !== 'as') return null;
    place += 2;
    return tokens[place - 1]?.text ?? '';
  };
  const skipMarks = (): boolean => {
    const start = place;
    while (
      /^[,()]$/.test(tokens[place]?.text ?? '') ||
      (tokens[place]?.text === '\n' && tokens[place]?.kind === 'end' && tokens[place - 1]?.text === ',')
    )
      place += 1;
    return place > start;
  };
  if (word === 'import') {
    do {
      const name = dotted();
      const module = scope.module(name);
      const other = alias();
      if (other !== null) scope.bind(other, module);
      else if (module === own) scope.bind(name.split('.', 1)[0] ?? '', own);
      else if (!module.names.includes(name)) scope.bind(name, module);
    } while (skipMarks());
    return place;
  }
  const name = dotted();
  if (tokens[place]?.text !== 'import') return place;
  const module = scope.module(name);
  place += 1;
  if (tokens[place]?.text === '*') {
    for (const known of effects.keys())
      for (const owner of module.names)
        if (known.startsWith(`${owner}.`) && !known.endsWith('*'))
          scope.bind(
            known.slice(owner.length + 1).split('.', 1)[0] ?? '',
            scope.member(module, known.slice(owner.length + 1)),
          );
    return place + 1;
  }
  skipMarks();
  do {
    const part = tokens[place]?.text ?? '';
    if (tokens[place]?.kind !== 'name') break;
    place += 1;
    scope.bind(alias() ?? part, scope.member(module, part));
  } while (skipMarks());
  return place;
}
