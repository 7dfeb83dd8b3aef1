import { lookUp } from '../../engine/values/look-up.ts';
import {
  type CallCondition,
  type CallForm,
  type DangerRule,
  isLossKind,
  type LineCondition,
  type PathCondition,
  type Severity,
} from './rule.ts';

export interface Conditions {
  readonly paths: Readonly<Record<string, PathCondition>>;
  readonly lines: Readonly<Record<string, LineCondition>>;
  readonly calls: Readonly<Record<string, CallCondition>>;
}

/**
 * The rules of a pack, as they are written:
 *
 *     git.clean deny                     its id, and what it does
 *       catches …                        what people read about it
 *       why …
 *       instead …
 *       call git: clean, rm with -f      programs, subcommands; `with`, `without` options; `word /…/`, `text /…/`; `reads` input; `if` a condition
 *       ask call git: push with -d       a milder case
 *       writes /^\/dev\/sd/              files that are written
 *       finds removed                    a condition by its name
 *       unless untracked                 calls are harmless where nothing of this kind is lost
 *       stops git clean -f ¦ …           examples
 *       passes git clean -n ¦ …
 */
export function readPack(text: string, conditions: Conditions): readonly DangerRule[] {
  return text
    .trim()
    .split(/\n(?=\S)/)
    .map((row) => readRule(row, conditions));
}

function readRule(text: string, { paths, lines: ofLines, calls }: Conditions): DangerRule {
  const [header = '', ...lines] = text.split('\n').map((line) => line.trim());
  const [id = '', severity = 'ask'] = header.split(' ');
  const all = (name: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
  const examples = (name: string): readonly string[] => all(name).flatMap((line) => line.split(' ¦ '));
  const [writes] = all('writes');
  const [finds = ''] = all('finds');
  return {
    id,
    severity: severity as Severity,
    catches: all('catches').join(' '),
    why: all('why').join(' '),
    instead: all('instead').join(' '),
    calls: [
      ...all('call').map((form) => readForm(form, calls)),
      ...all('ask call').map((form) => readForm(form, calls, 'ask')),
    ],
    unless: all('unless').flatMap((kinds) => kinds.split(' ').filter(isLossKind)),
    writes: writes === undefined ? undefined : expression(writes),
    path: lookUp(paths, finds),
    line: lookUp(ofLines, finds),
    call: lookUp(calls, finds),
    stops: examples('stops'),
    passes: examples('passes'),
  };
}

const form =
  /^([^\s:]+)(?:: (.+?))?(?: with (.+?))?(?: without (.+?))?(?: word (\/\S+\/\w*))?( reads)?(?: if (\w+))?(?: text (\/.*\/\w*))?$/;

function readForm(text: string, calls: Conditions['calls'], severity?: Severity): CallForm {
  const [, programs = '', subs, flags, without, word, reads, condition = '', words] = form.exec(text) ?? [];
  if (programs === '') throw new TypeError(`no form of a call: ${text}`);
  return {
    programs: programs.split('|'),
    subs: subs?.split(', '),
    flags: flags?.split(' '),
    without: without?.split(' '),
    word: word === undefined ? undefined : expression(word),
    text: words === undefined ? undefined : expression(words),
    reads: reads !== undefined,
    condition: lookUp(calls, condition),
    severity,
  };
}

function expression(text: string): RegExp {
  const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(text) ?? [];
  return new RegExp(source, flags);
}
