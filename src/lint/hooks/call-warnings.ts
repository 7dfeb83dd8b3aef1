import type { NamedDeclaration } from '../../config/load/declaration.ts';
import { readRuleSyntax } from '../../config/rules/rule-syntax.ts';
import { type OwnTools, toolNames } from '../../config/rules/tool-names.ts';
import { type UnplacedWarning, unplaced } from '../../config/source/problem.ts';
import { compileMatcher } from '../../engine/hooks/matcher.ts';
import { canonicalTool, toolsSpelled } from '../../engine/points/tool-names.ts';
import { didYouMean } from '../../engine/values/suggest.ts';
import { words } from '../../engine/values/text.ts';
import { fieldNames } from '../../protocols/wire-input.ts';

/** `if: Bash(git *)` beside `matcher: Write`: no call fits both. */
export function neverBoth(
  { point, matcher }: NamedDeclaration,
  rule: string,
  own: OwnTools,
): readonly UnplacedWarning[] {
  const read = readRuleSyntax(rule, own);
  if (typeof read === 'string' || matcher.all || point.matches !== 'tool_name') return [];
  // Rules about files also judge commands.
  const isOfFiles = /^(?:Edit|Write|MultiEdit|Read|NotebookEdit|NotebookRead|Glob|Grep|LS)$/.test(read.tool);
  const about = compileMatcher(read.tool, 'tool_name');
  const tools = [...toolNames(own)].filter(
    (name) => about.matches(name) || (isOfFiles && canonicalTool(name) !== 'WebFetch'),
  );
  if (
    tools.length === 0 ||
    tools.some((name) => toolsSpelled(name).some((spelled) => matcher.matches(spelled)))
  )
    return [];
  const message = `no call is both ${JSON.stringify(rule)} and ${JSON.stringify(matcher.source)}, the matcher; this hook never runs`;
  return [unplaced('hook-not-run', message)];
}

const otherSyntax =
  /\{\{\s*([\w.]+)\s*\}\}|(?<![\w$])\$([a-z]\w*(?:\.\w+)+|[a-z]+(?:_\w+)+|ARGUMENTS)\b|<%=?\s*([\w.]+)\s*%>|\{([a-z]\w*(?:_\w+|\.\w+)+)\}/;

export function placeholderWarnings({ point, entry }: NamedDeclaration): readonly UnplacedWarning[] {
  const fields = [
    ...eventFields,
    ...fieldNames(point.fields),
    ...[point.matches, point.subject].flatMap((name) => name ?? []),
  ];
  const found = (message: string): UnplacedWarning => unplaced('input-placeholder', message);
  const { input = {} } = entry?.type === 'mcp_tool' ? entry : {};
  return [...textsIn(input)].flatMap((text) => {
    const placeholders = [...text.matchAll(/\$\{([^${}]*)\}/g)].map(([, path = '']) => path.trim());
    const unknown = placeholders.flatMap((path) => {
      const [field = '', inner] = path.split('.');
      if (!fields.includes(field))
        return [
          found(
            `events at ${point.name} have no "${field}"${didYouMean(field, fields) || `: there is ${fields.join(', ')}`}`,
          ),
        ];
      if (field !== 'tool_input' || inner === undefined || inputFields.has(inner)) return [];
      const hint = didYouMean(inner, inputFields);
      return hint === '' ? [] : [found(`no tool has the input "${inner}"${hint}`)];
    });
    const other = otherSyntax.exec(text.replaceAll(/\$\{[^${}]*\}/g, ''));
    const name = other?.slice(1).find((part) => part !== undefined);
    if (other === null || name === undefined) return unknown;
    const meant = name === 'ARGUMENTS' ? 'tool_input' : name;
    return [
      ...unknown,
      found(`${JSON.stringify(other[0])} is passed on as it is; a placeholder is "\${${meant}}"`),
    ];
  });
}

/** What events of every point may have. */
const eventFields: readonly string[] = words(
  'session_id transcript_path cwd permission_mode hook_event_name agent_id agent_type hook_type orchestrator_id timestamp tool_output',
);
const inputFields: ReadonlySet<string> = new Set(
  words(`command description timeout run_in_background file_path content old_string new_string replace_all edits notebook_path
    new_source cell_id pattern path glob type url prompt query subagent_type todos skill args offset limit output_mode`),
);

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* textsIn(inner);
}
