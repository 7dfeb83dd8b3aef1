import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { allPoints, findPoint, type PointReference } from '../../engine/points/point.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean, nearest } from '../../engine/values/suggest.ts';
import { type ArmaCommand, type ArmaPlace, armaCommands } from '../../handlers/arma/commands.ts';
import {
  type ArmaHook,
  type ArmaSpan,
  type ArmaWord,
  literalText,
  variablesOf,
} from '../../handlers/arma/hook.ts';
import { armament } from '../../protocols/armament/armament.ts';
import { armamentFields, armamentSubject } from '../../protocols/armament/fields.ts';
import { fieldNames } from '../../protocols/wire-input.ts';
import { type FilePlace, hasErrors, mistake, type Problem, warning } from '../source/problem.ts';
import { readWords } from './words.ts';

const example = 'hook pre:message /log info "Sending: $prompt"';

type Line = Pick<FilePlace, 'file' | 'line' | 'text'>;

/** Null for a line without a hook, and for one with errors. */
export function readLine(line: Line, problems: Problem[]): ArmaHook | null {
  const { words, faults } = readWords(line.text);
  const report = new LineReport(line);
  const hook = readHook(words, report, faults.length > 0, line);
  for (const fault of faults) report.error(fault, fault.message);
  problems.push(...report.problems.toSorted((left, right) => left.place.column - right.place.column));
  return hasErrors(report.problems) ? null : hook;
}

class LineReport {
  readonly problems: Problem[] = [];
  readonly #line: Line;

  constructor(line: Line) {
    this.#line = line;
  }

  error({ column, endColumn }: ArmaSpan, message: string): null {
    this.problems.push(mistake(message, { ...this.#line, column, endColumn }));
    return null;
  }

  warning({ column, endColumn }: ArmaSpan, code: string, message: string): void {
    this.problems.push(warning(code, message, { ...this.#line, column, endColumn }));
  }
}

function readHook(
  [keyword, pointWord, commandWord, ...rest]: readonly ArmaWord[],
  report: LineReport,
  isBroken: boolean,
  { line, text }: Line,
): ArmaHook | null {
  if (keyword === undefined) return null;
  const first = literalText(keyword);
  if (first !== 'hook') {
    const given = text.slice(keyword.column - 1, keyword.endColumn - 1);
    return report.error(keyword, `a line begins with "hook", not "${given}", as in: ${example}`);
  }
  if (pointWord === undefined) {
    return report.error(keyword, `a point and a command must follow, as in: ${example}`);
  }
  const place = readPoint(pointWord, report);
  if (commandWord === undefined) {
    if (!isBroken) report.error(pointWord, `a command must follow, as in: ${example}`);
    return null;
  }
  const command = readCommand(commandWord, report);
  // After a broken quote, the rest can only be guessed and gets no second message.
  if (command !== null && !isBroken) checkArguments(command, commandWord, rest, place, report);
  if (command === null || place === null) return null;
  const { point, matcher } = place;
  const { column } = keyword;
  return { point, matcher, pointSpan: pointWord, command: command.name, arguments: rest, line, column, text };
}

interface ReadPoint extends PointReference {
  readonly name: string;
}

function readPoint(word: ArmaWord, report: LineReport): ReadPoint | null {
  const name = literalText(word);
  if (name === undefined) return report.error(word, 'write the point itself; a variable cannot replace it');
  try {
    const { point, matcher } = findPoint(name);
    if (matcher === '')
      return report.error(word, `nothing follows the last ":"; write "${name.slice(0, -1)}" for every event`);
    compileMatcher(matcher, point.matches);
    const called = matcher === undefined ? name : name.slice(0, -matcher.length - 1);
    return { point, matcher, name: called };
  } catch (problem) {
    if (!(problem instanceof HooklineError)) throw problem;
    const message = problem.code === 'point-unknown' ? unknownPoint(name) : problem.message;
    return report.error(word, message);
  }
}

function unknownPoint(name: string): string {
  const known = allPoints().flatMap((point) => [point.name, point.also ?? point.name]);
  for (let end = name.length; end > 0; end = name.lastIndexOf(':', end - 1)) {
    const suggestion = nearest(name.slice(0, end), known);
    if (suggestion !== null)
      return `unknown point "${name}", did you mean "${suggestion}${name.slice(end)}"?`;
  }
  return `unknown point "${name}"; \`hookline points\` lists them`;
}

function readCommand(word: ArmaWord, report: LineReport): ArmaCommand | null {
  const name = literalText(word);
  const command = name === undefined ? undefined : armaCommands.get(name);
  if (command !== undefined) return command;
  if (name === undefined) return report.error(word, 'write the command itself; a variable cannot replace it');
  const choices = [...armaCommands.keys()];
  const suggestion = nearest(name.startsWith('/') ? name : `/${name}`, choices);
  const hint =
    suggestion === null ? `: it is one of ${choices.join(', ')}` : `, did you mean "${suggestion}"?`;
  return report.error(word, `unknown command "${name}"${hint}`);
}

function checkArguments(
  command: ArmaCommand,
  commandWord: ArmaWord,
  words: readonly ArmaWord[],
  read: ReadPoint | null,
  report: LineReport,
): void {
  const surplus = words[command.maxWords];
  if (surplus !== undefined) {
    report.error(surplus, `too many arguments for ${command.usage}; a text with blanks needs quotes`);
  } else if (words.length < command.minWords) {
    report.error(words.at(-1) ?? commandWord, `too few arguments for ${command.usage}`);
  } else if (read !== null) {
    for (const { word = commandWord, message, code } of command.check(words, placeOf(read))) {
      if (code === undefined) report.error(word, message);
      else report.warning(word, code, message);
    }
  }
  if (read !== null) checkVariables(words, read, report);
}

function placeOf({ point, name }: ReadPoint): ArmaPlace {
  const rights = armament.rights(point);
  const names = [armamentSubject(point), point.subject].filter((subject) => subject !== null);
  return { name, rights, subjects: rights.includes('modify') ? [...new Set(names)] : [] };
}

function checkVariables(words: readonly ArmaWord[], { point, name }: ReadPoint, report: LineReport): void {
  const context = armamentFields(point);
  const known = new Set([...context, ...fieldNames(point.fields)]);
  for (const variable of words.flatMap(variablesOf)) {
    const [field] = variable.path;
    if (known.has(field)) continue;
    const there = context.map((other) => `$${other}`).join(', ');
    const hint = didYouMean(
      `$${field}`,
      [...known].map((other) => `$${other}`),
    );
    const message = `${name} has no field "${field}", so this is empty; there is ${there}${hint}`;
    report.warning(variable, 'variable-unknown', message);
  }
}
