import type { Point } from '../../engine/points/point-types.ts';
import { HooklineError } from '../../engine/values/errors.ts';
import type { Fields } from '../../engine/values/shapes.ts';
import { messageOf } from '../../engine/values/text.ts';
import { compileIfRule } from '../../permissions/if-rule.ts';
import { isSeveralRules } from '../../permissions/rule.ts';
import { type FilePlace, mistake, type Problem, type UnplacedWarning, warning } from '../source/problem.ts';
import { projectFolder } from '../source/project-folder.ts';
import { readRuleSyntax } from '../warnings/rule-syntax.ts';
import { ruleWarnings } from '../warnings/rule-warnings.ts';
import type { OwnTools } from '../warnings/tool-names.ts';

/** The `if` of a hook: whether it runs for an event. */
export interface IfFilter {
  /** Null when it could not be read. */
  readonly admits: ((input: Fields) => boolean) | null;
  readonly problems: readonly Problem[];
}

/** Reads the `if` of a hook: one permission rule. */
export function readIf(rule: string, point: Point, place: FilePlace, own: OwnTools): IfFilter {
  const idle =
    point.matches === 'tool_name'
      ? []
      : [
          warning(
            'hook-not-run',
            `"if" is about tool calls, and ${point.name} is none: as in Claude Code, this hook never runs`,
            place,
          ),
        ];
  try {
    if (isSeveralRules(rule)) {
      const message = '"if" takes one permission rule; give each of these a hook of its own';
      return { admits: null, problems: [...idle, mistake(message, place)] };
    }
    const admits = compileIfRule(rule);
    return { admits, problems: [...idle, ...doubts(rule, place, own)] };
  } catch (problem) {
    if (!(problem instanceof HooklineError)) throw problem;
    return { admits: null, problems: [...idle, mistake(messageOf(problem), place)] };
  }
}

/** A filter that never matches switches its hook off. */
function doubts(rule: string, place: FilePlace, own: OwnTools): readonly Problem[] {
  const read = readRuleSyntax(rule, own);
  const root = projectFolder(place.file);
  const warnings: readonly UnplacedWarning[] =
    typeof read === 'string'
      ? [{ code: 'rule-pattern', message: `${JSON.stringify(rule)}: ${read}` }]
      : ruleWarnings(rule, read, { own, root, isRestraint: false, isSaved: false });
  return warnings.map(({ code, message }) => warning(code, message, place));
}
