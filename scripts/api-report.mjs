// The public surface of each subpath, as text: `npm run docs` writes it to `api/`, and a test holds it there.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'src/entries');
const format = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

/** The report of each entry, by the name of its file. */
export function apiReports() {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const { config } = ts.parseConfigFileTextToJson(
    'tsconfig.json',
    readFileSync(join(root, 'tsconfig.json'), 'utf8'),
  );
  const { options } = ts.parseJsonConfigFileContent({ ...config, files, include: [] }, ts.sys, root);
  const program = ts.createProgram([...files, join(root, 'scripts/text-modules.d.ts')], {
    ...options,
    noEmit: true,
  });
  const checker = program.getTypeChecker();
  return new Map(files.map((file) => [`${basename(file, '.ts')}.txt`, report(program, checker, file)]));
}

/**
 * @param {ts.Program} program
 * @param {ts.TypeChecker} checker
 * @param {string} file
 */
function report(program, checker, file) {
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = module === undefined ? [] : checker.getExportsOfModule(module);
  const lines = exported
    .map((symbol) => ({ name: symbol.name, symbol: resolved(checker, symbol) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, symbol }) => described(checker, name, symbol));
  return `${lines.join('\n')}\n`;
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} symbol
 */
function resolved(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * @param {ts.TypeChecker} checker
 * @param {string} name
 * @param {ts.Symbol} symbol
 */
function described(checker, name, symbol) {
  if (symbol.flags & ts.SymbolFlags.Class)
    return `class ${name}${members(checker, checker.getDeclaredTypeOfSymbol(symbol))}`;
  if (symbol.flags & ts.SymbolFlags.Interface)
    return `interface ${name}${members(checker, checker.getDeclaredTypeOfSymbol(symbol))}`;
  if (symbol.flags & ts.SymbolFlags.TypeAlias)
    return `type ${name} = ${checker.typeToString(checker.getDeclaredTypeOfSymbol(symbol), undefined, format | ts.TypeFormatFlags.InTypeAlias)}`;
  const kind = symbol.flags & ts.SymbolFlags.Function ? 'function' : 'const';
  return `${kind} ${name}: ${checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, format)}`;
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Type} type
 */
function members(checker, type) {
  const shown = checker
    .getPropertiesOfType(type)
    .filter(({ name, declarations: [first] = [] }) => !name.startsWith('#') && !isHidden(first))
    .map(
      (member) =>
        `  ${nameOf(member)}${member.flags & ts.SymbolFlags.Optional ? '?' : ''}: ${checker.typeToString(checker.getTypeOfSymbol(member), undefined, format)}`,
    )
    .sort();
  return shown.length === 0 ? '' : `\n${shown.join('\n')}`;
}

/** @param {ts.Declaration | undefined} declaration */
function isHidden(declaration) {
  return (
    declaration !== undefined &&
    (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
  );
}

/**
 * The compiler numbers well-known symbols differently in every build.
 * @param {ts.Symbol} member
 */
function nameOf(member) {
  return member.name.replace(/^__@(\w+)@\d+$/, '[Symbol.$1]');
}
