import type { Quoting } from '../evaluate/token.ts';
import { language } from './language.ts';

const text: Quoting = { escapes: 'all', fill: null };

export const luaLanguage = language('lua', {
  syntax: {
    comment: /--\[\[[\s\S]*?\]\]|--[^\n]*/y,
    name: /[A-Za-z_]\w*/y,
    sign: /==|~=|<=|>=|\.\.\.?|::/y,
    quotes: { '"': text, "'": text },
    regular: false,
    linesEnd: true,
    same: { '..': '+', ':': '.' },
  },
  table: `
    line: os.execute io.popen #execute
    open: io.open
    read: io.lines io.input
    write: io.output
    script: dofile loadfile
    delete: os.remove
    move: os.rename
    code: load loadstring
    module: require
    env: os.getenv
    hidden: setfenv getfenv debug.* package.loadlib rawget
    plain: string.* table.* math.* os.time os.date os.clock os.exit io.write io.read utf8.*
    harmless = print pairs ipairs tostring tonumber type error assert pcall xpcall select next setmetatable getmetatable rawequal unpack
    modules = string table math os io
    words = return not local do then else elseif if while until repeat and or end in
    defines = function
    roots = _G
  `,
  bare: true,
});
