import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { allPoints, findPoint, type PointReference } from '../../engine/points/point.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import { didYouMean, nearest } from '../../engine/values/suggest.ts';
import { type ArmaCommand, type ArmaPlace, armaCommands } from '../../handlers/arma/commands.ts';
import { type ArmaHook, type ArmaWord, literalText, variablesOf } from '../../handlers/arma/hook.ts';
import { armament } from '../../protocols/armament/armament.ts';
import { armamentFields, armamentSubject } from '../../protocols/armament/fields.ts';
import { fieldNames } from '../../protocols/wire-input.ts';
import { type ArmaProblem, LineReport } from './problem.ts';
import { readWords } from './words.ts';

interface ReadLine {
  readonly hook: ArmaHook | null;
  readonly problems: readonly ArmaProblem[];
}

const example = 'hook pre:message /log info "Sending: $prompt"';

export function readLine(text: string, line: number): ReadLine {
  const { words, faults } = readWords(text);
  const report = new LineReport(line);
  const hook = readHook(words, report, faults.length > 0, { line, text });
  for (const fault of faults) report.error(fault, fault.message);
  const problems = report.problems.toSorted((left, right) => left.column - right.column);
  return { hook: report.hasErrors ? null : hook, problems };
}

function readHook(
  [keyword, pointWord, commandWord, ...rest]: readonly ArmaWord[],
  report: LineReport,
  isBroken: boolean,
  { line, text }: Pick<ArmaHook, 'line' | 'text'>,
): ArmaHook | null {
  if (keyword === undefined) return null;
  const first = literalText(keyword);
  if (first !== 'hook') {
    const given = text.slice(keyword.column - 1, keyword.endColumn - 1);
    return report.error(keyword, `a line begins with "hook", not "${given}", as in: ${example}`);
  }
  if (pointWord === undefined) {
    return report.error(keyword, `a point and a command have to follow, as in: ${example}`);
  }
  const place = readPoint(pointWord, report);
  if (commandWord === undefined) {
    if (!isBroken) report.error(pointWord, `a command has to follow, as in: ${example}`);
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
  if (name === undefined)
    return report.error(word, 'a point has to be written out; a variable cannot stand for it');
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
  if (name === undefined)
    return report.error(word, 'a command has to be written out; a variable cannot stand for it');
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
