import type { Quoting, Token } from '../evaluate/token.ts';
import { type ImportScope, language } from './language.ts';

const text: Quoting = { escapes: 'all', fill: null };

export const javascriptLanguage = language('javascript', {
  syntax: {
    comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|#![^\n]*/y,
    name: /[A-Za-z_$][\w$]*/y,
    sign: /===|!==|==|!=|=>|<=|>=|&&=?|\|\|=?|\?\?=?|\?\.(?!\d)|\.\.\.|\+\+|--|[+\-*/%|&^]=/y,
    quotes: { '"': text, "'": text, '`': { escapes: 'all', fill: 'dollar-braces' } },
    regular: true,
    linesEnd: true,
    same: { '?.': '.' },
  },
  table: `
    read: fs.readFile fs.readFileSync fs.createReadStream fs.readlink fs.readlinkSync Bun.file Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync fs.readJson fs.readJsonSync fs.loadEnvFile process.loadEnvFile #readFileSync
    write: fs.writeFile fs.writeFileSync fs.appendFile fs.appendFileSync fs.createWriteStream fs.mkdir fs.mkdirSync fs.truncate fs.truncateSync fs.chmod fs.chmodSync fs.chown fs.chownSync fs.utimes fs.utimesSync fs.mkdtemp fs.mkdtempSync Bun.write Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Deno.mkdir fs.outputFile fs.outputFileSync fs.writeJson fs.writeJsonSync fs.ensureDir fs.ensureDirSync fs.ensureFile fs.ensureFileSync #writeFileSync #outputFileSync
    delete: fs.unlink fs.unlinkSync fs.rm fs.rmSync fs.rmdir fs.rmdirSync Deno.remove Deno.removeSync #unlinkSync #rmSync #rmdirSync
    remove: fs.remove fs.removeSync fs.emptyDir fs.emptyDirSync rimraf rimraf.sync rimraf.rimraf rimraf.rimrafSync #removeSync #emptyDirSync del del.sync
    copy: fs.copyFile fs.copyFileSync fs.cp fs.cpSync Deno.copyFile
    copy all: fs.copy fs.copySync
    move: fs.rename fs.renameSync fs.move fs.moveSync Deno.rename Deno.renameSync
    link: fs.symlink fs.symlinkSync fs.link fs.linkSync
    list: fs.readdir fs.readdirSync fs.opendir fs.opendirSync fs.stat fs.statSync fs.lstat fs.lstatSync fs.access fs.accessSync fs.exists fs.existsSync fs.realpath fs.realpathSync fs.watch fs.watchFile fs.pathExists fs.pathExistsSync Deno.readDir Deno.stat Deno.statSync
    glob: fs.glob fs.globSync glob.sync glob.globSync
    open: fs.open fs.openSync
    line: child_process.exec child_process.execSync #execSync
    words: child_process.execFile child_process.execFileSync child_process.spawn child_process.spawnSync Bun.spawn Bun.spawnSync Deno.Command Deno.run execa execa.execa execaSync execaCommand execaCommandSync #spawnSync #execFileSync #execFile spawn execSync spawnSync execFile execFileSync
    read: child_process.fork
    line: $ Bun.$
    code: eval Function vm.runInThisContext vm.runInNewContext vm.runInContext vm.Script
    timer: setTimeout setInterval setImmediate
    fetch: fetch http.get https.get http.request https.request axios axios.get undici.fetch got
    send: axios.post axios.put axios.patch navigator.sendBeacon
    module: require import process.mainModule.require module.require process.getBuiltinModule #require #_load module.constructor._load #getBuiltinModule
    hidden: with process.binding process._linkedBinding process.dlopen process.kill Proxy WebAssembly.* worker_threads.Worker module.createRequire module.register Object.defineProperty Object.setPrototypeOf Reflect.get Reflect.construct
    hidden: .constructor .__proto__ .__defineGetter__ .__lookupGetter__ .prototype .binding ._linkedBinding .mainModule .dlopen
    named: Reflect.apply
    members: Object.values Object.entries Object.assign Object.create Object.getOwnPropertyDescriptor Object.getOwnPropertyDescriptors
    enter: process.chdir
    query: #execute #query #raw #sql #exec #$executeRawUnsafe #$queryRawUnsafe
    join: path.join path.resolve path.posix.join
    texts: #joined
    same: String path.normalize path.toNamespacedPath Array.from #toString #trim
    home: os.homedir
    cwd: process.cwd
    here: __dirname import.meta.dirname
    program: process.execPath process.argv0
    plain: path.* util.* assert.* url.* crypto.* events.* timers.* perf_hooks.* zlib.* string_decoder.* querystring.* buffer.* os.* console.* JSON.* Math.* Object.* Number.* String.* Array.* Date.* Promise.* Intl.* URL.* Buffer.* BigInt.* Symbol.* performance.* readline.* stream.* test.* async_hooks.* diagnostics_channel.* punycode.* tty.* v8.* Atomics.* description.*
    plain: #then #catch #finally fs.constants fs.readSync fs.writeSync fs.closeSync fs.close fs.fstatSync fs.fsyncSync process.exit process.on process.once process.uptime process.memoryUsage process.hrtime process.hrtime.bigint process.nextTick process.emitWarning process.stdin.* process.stdout.* process.stderr.* process.cpuUsage Reflect.ownKeys Reflect.has Bun.version Deno.version Deno.exit Deno.args Bun.sleep import.meta.resolve
    env: Deno.env.get
    is fs: fs.promises fs.default
    harmless = parseInt parseFloat Number String Boolean Array Object Date Error TypeError RangeError SyntaxError BigInt isNaN isFinite clearTimeout clearInterval clearImmediate structuredClone encodeURIComponent encodeURI decodeURIComponent decodeURI Map Set WeakMap WeakSet RegExp Promise URL URLSearchParams queueMicrotask Symbol escape unescape btoa atob Uint8Array TextDecoder TextEncoder AbortController Intl super if while for switch catch function Int32Array Float64Array Uint16Array Uint32Array ArrayBuffer DataView Blob Headers Request Response
    modules = fs node:fs=fs fs/promises=fs node:fs/promises=fs fs-extra=fs graceful-fs=fs path node:path=path os node:os=os util node:util=util assert node:assert=assert assert/strict=assert node:assert/strict=assert url node:url=url crypto node:crypto=crypto events node:events=events timers timers/promises=timers node:timers/promises=timers perf_hooks node:perf_hooks=perf_hooks zlib node:zlib=zlib string_decoder querystring node:querystring=querystring buffer node:buffer=buffer child_process node:child_process=child_process vm node:vm=vm worker_threads node:worker_threads=worker_threads module node:module=module http node:http=http https node:https=https readline node:readline=readline stream node:stream=stream process node:process=process test node:test=test rimraf execa glob axios undici got del v8 node:v8=v8 tty punycode async_hooks diagnostics_channel
    words = return await yield new typeof delete void throw else do try finally case of in extends instanceof static get set break continue async
    defines = function class
    roots = globalThis global window self
  `,
  arrows: true,
  importsFrom: true,
  imports,
});

/** `import a, { b as c } from 'x'` and `import * as a from 'x'`. */
function imports(word: string, tokens: readonly Token[], at: number, scope: ImportScope): number | null {
  if (word !== 'import' && word !== 'export') return null;
  let end = at + 1;
  const isName = (place: number): boolean =>
    tokens[place]?.kind === 'name' || /^[{},*]$/.test(tokens[place]?.text ?? '');
  while (isName(end) && tokens[end]?.text !== 'from') end += 1;
  const isBare = word === 'import' && end === at + 1;
  const source = tokens[isBare ? end : end + 1];
  const [name, ...others] = source?.parts ?? [];
  if (source?.kind !== 'text' || typeof name !== 'string' || others.length > 0) return null;
  if (!isBare && tokens[end]?.text !== 'from') return null;
  const module = scope.module(name);
  let isMember = false;
  for (let place = at + 1; place < end; place += 1) {
    const { kind, text: own } = tokens[place] ?? { kind: 'end', text: '' };
    if (own === '{') isMember = true;
    if (own === '}') isMember = false;
    if (kind !== 'name' || own === 'as' || own === 'type') continue;
    const alias = tokens[place + 1]?.text === 'as' ? tokens[place + 2]?.text : undefined;
    scope.bind(alias ?? own, isMember && own !== 'default' ? scope.member(module, own) : module);
    if (alias !== undefined) place += 2;
  }
  if (tokens[at + 1]?.text === '*') scope.bind(tokens[at + 3]?.text ?? '', module);
  return (isBare ? end : end + 1) + 1;
}
