import { describe, expect, it } from 'vitest';
import { parseArma } from '../../../src/config/arma/script.ts';
import { type ArmaHook, literalText } from '../../../src/handlers/arma/hook.ts';

/** The only hook of a script without problems. */
function only(text: string): ArmaHook {
  const { hooks, problems } = parseArma(text);
  expect(problems).toEqual([]);
  expect(hooks).toHaveLength(1);
  return hooks[0] as ArmaHook;
}

/** Problems as `line:column-end message`. */
function told(text: string): string[] {
  return parseArma(text).problems.map(
    ({ place: { line, column, endColumn }, message, severity }) =>
      `${severity === 'warning' ? 'warning ' : ''}${line}:${column}-${endColumn} ${message}`,
  );
}

const words = (hook: ArmaHook): readonly (string | undefined)[] => hook.arguments.map(literalText);

describe('a script', () => {
  it('reads the lines of the published documentation', () => {
    const text = `hook pre:message /log debug "Sending: $prompt"
hook pre:tool:shell /perms check shellExec
hook post:agent:complete /notify "Agent $agent finished"`;
    const { hooks, problems } = parseArma(text);
    expect(problems).toEqual([]);
    expect(hooks.map(({ point, matcher, command, line }) => [line, point.name, matcher, command])).toEqual([
      [1, 'pre:message', undefined, '/log'],
      [2, 'PreToolUse', 'shell', '/perms'],
      [3, 'post:agent:complete', undefined, '/notify'],
    ]);
  });

  it('may be empty, and may hold blank lines and comments', () => {
    expect(parseArma('')).toEqual({ hooks: [], problems: [] });
    const hook = only('\uFEFF# what it is for\r\n\r\n \t \r\n  hook pre:message /notify hi # and why\r\n');
    expect(hook).toMatchObject({ line: 4, column: 3, text: '  hook pre:message /notify hi # and why' });
    expect(words(hook)).toEqual(['hi']);
  });

  it('gives each hook its line, its column and its text', () => {
    const { hooks } = parseArma('hook pre:message /notify a\n\n  hook post:message /notify b');
    expect(hooks.map(({ line, column, text }) => ({ line, column, text }))).toEqual([
      { line: 1, column: 1, text: 'hook pre:message /notify a' },
      { line: 3, column: 3, text: '  hook post:message /notify b' },
    ]);
  });

  it.each([
    ['pre:message', 'pre:message', undefined],
    ['pre:tool', 'PreToolUse', undefined],
    ['post:tool:shell', 'PostToolUse', 'shell'],
    ['PreToolUse:Write|Edit', 'PreToolUse', 'Write|Edit'],
    ['pre:agent:spawn:explore', 'pre:agent:spawn', 'explore'],
    ['"pre:git:write:my notes/*.md"', 'pre:git:write', 'my notes/*.md'],
    ['SessionStart:resume', 'SessionStart', 'resume'],
  ])('takes the point %s', (written, point, matcher) => {
    const hook = only(`hook ${written} /notify x`);
    expect([hook.point.name, hook.matcher]).toEqual([point, matcher]);
  });
});

describe('words', () => {
  it.each([
    ['plain', ['plain']],
    ['""', ['']],
    ['"two words"', ['two words']],
    [String.raw`"a \"b\" \\ \n \t \$x"`, ['a "b" \\ \n \t $x']],
    [String.raw`'a \n $x "b"'`, [String.raw`a \n $x "b"`]],
    [`a'b c'"d e"f`, ['ab cd ef']],
    ['"# no comment"', ['# no comment']],
    ['a#b', ['a#b']],
    ['a # b', ['a']],
    ["'#'#", ['##']],
    ['$5', ['$5']],
    ['"100 $"', ['100 $']],
    [String.raw`\$prompt`, ['$prompt']],
  ])('%s', (written, expected) => {
    expect(words(only(`hook pre:message /notify ${written}`))).toEqual(expected);
  });

  it('hold variables, bare, in quotes and in braces, but not in single quotes', () => {
    const hook = only(`hook pre:message /notify a$prompt'$prompt'"-$prompt-\${prompt}s"`);
    const text = (value: string) => ({ kind: 'text', text: value });
    const variable = (quoted: boolean, column: number, endColumn: number) => {
      return { kind: 'variable', path: ['prompt'], quoted, column, endColumn };
    };
    expect(hook.arguments[0]?.parts.filter((part) => part.kind !== 'text' || part.text !== '')).toEqual([
      text('a'),
      variable(false, 27, 34),
      text('$prompt'),
      text('-'),
      variable(true, 45, 52),
      text('-'),
      variable(true, 53, 62),
      text('s'),
    ]);
  });

  it('hold dotted paths in braces only', () => {
    const paths = (text: string) =>
      only(`hook pre:agent:spawn /notify ${text}`).arguments.flatMap(({ parts }) =>
        parts.map((part) => (part.kind === 'variable' ? part.path.join('/') : part.text)),
      );
    expect(paths(`\${config.model.name}`)).toEqual(['config/model/name']);
    expect(paths('$config.model')).toEqual(['config', '.model']);
  });
});

describe('a problem', () => {
  it.each([
    ['hok pre:message /notify x', '1:1-4 a line begins with "hook", not "hok"'],
    ['/log info x', '1:1-5 a line begins with "hook", not "/log"'],
    ['HOOK pre:message /notify x', '1:1-5 a line begins with "hook"'],
    ['hook', '1:1-5 a point and a command must follow'],
    ['hook pre:message', '1:6-17 a command must follow'],
    ['hook pre:mesage /notify x', '1:6-16 unknown point "pre:mesage", did you mean "pre:message"?'],
    ['hook pre:tol:shell /notify x', '1:6-19 unknown point "pre:tol:shell", did you mean "pre:tool:shell"?'],
    ['hook nowhere /notify x', '1:6-13 unknown point "nowhere"'],
    ['hook pre:tool: /notify x', '1:6-15 nothing follows the last ":"; write "pre:tool" for every event'],
    ['hook pre:tool:| /notify x', '1:6-16 matcher "|" has no alternative'],
    ['hook $point /notify x', '1:6-12 write the point itself'],
    ['hook pre:message /lgo info x', '1:18-22 unknown command "/lgo", did you mean "/log"?'],
    ['hook pre:message log info x', '1:18-21 unknown command "log", did you mean "/log"?'],
    [
      'hook pre:message /frobnicate',
      '1:18-29 unknown command "/frobnicate": it is one of /log, /notify, /perms, /abort, /set, /run',
    ],
    ['hook pre:message $prompt', '1:18-25 write the command itself'],
    ['hook pre:message /log info', '1:23-27 too few arguments for /log LEVEL "text"'],
    ['hook pre:message /notify', '1:18-25 too few arguments for /notify "text"'],
    [
      'hook pre:message /notify a b',
      '1:28-29 too many arguments for /notify "text"; a text with blanks needs',
    ],
    [
      'hook pre:message /log loud x',
      '1:23-27 the level of /log is one of debug, info, warning, error, not "loud"',
    ],
    ['hook pre:message /log $prompt x', '1:23-30 the level of /log has to be written out'],
    ['hook pre:tool /perms grant x', '1:22-27 what /perms does is "check", not "grant"'],
    ['hook pre:tool /perms check $tool', '1:28-33 the name of a permission has to be written out'],
    [
      'hook post:tool /perms check x',
      '1:16-22 post:tool cannot be aborted, so /perms check has no use there',
    ],
    ['hook post:message /abort x', '1:19-25 post:message cannot be aborted, so /abort has no use there'],
    ['hook UserPromptSubmit /abort x', '1:23-29 UserPromptSubmit cannot be aborted'],
    [
      'hook pre:message /set promt x',
      '1:23-28 only "prompt" can be set at pre:message, not "promt", did you mean',
    ],
    ['hook pre:tool /set tool x', '1:20-24 only "args" can be set at pre:tool, not "tool"'],
    ['hook pre:session:phase /set phase x', '1:24-28 nothing can be modified at pre:session:phase'],
    ['hook pre:message /set $prompt x', '1:23-30 the field of /set has to be written out'],
    ['hook pre:tool /run $args', '1:20-25 the program has to be written out'],
    ['hook pre:tool /run "" x', '1:20-22 the program of /run is empty'],
    ['hook pre:message /notify "open', '1:26-31 this quote is never closed'],
    ["hook pre:message /notify it's", '1:28-30 this quote is never closed'],
    [String.raw`hook pre:message /notify "a\q"`, String.raw`1:28-30 unknown escape "\q"`],
    ['hook pre:message /notify a\\', '1:27-28 nothing follows this backslash'],
    [`hook pre:message /notify \${a b}`, '1:26-29 a variable in braces is a name'],
    [`hook pre:message /notify "\${}"`, '1:27-30 a variable in braces is a name'],
    ['hook pre:message /notify $promt', 'warning 1:26-32 pre:message has no field "promt"'],
    ['hook pre:tool /run sh -c "echo $args"', 'warning 1:32-37 a shell reads what $args holds, and runs it'],
    [`hook pre:tool /run /bin/bash -ec echo\${args.0}`, 'warning 1:38-47 a shell reads what $args.0 holds'],
  ])('of %s', (text, expected) => {
    const [first, ...others] = told(text);
    expect(first).toContain(expected);
    expect(others).toEqual([]);
  });

  it('suggests the field that was meant', () => {
    expect(told('hook pre:message /notify $promt')).toEqual([
      'warning 1:26-32 pre:message has no field "promt", so this is empty; there is $prompt, did you mean "$prompt"?',
    ]);
  });

  it.each([
    `hook pre:tool /run sh -c 'echo "$1"' sh $args`,
    'hook pre:tool /run sh ./check.sh $args',
    'hook pre:tool /run grep -c $args',
    'hook pre:tool /run sh -c',
  ])('is not that a shell is given %s', (line) => {
    expect(told(line)).toEqual([]);
  });

  it('is not to use a field of the event itself', () => {
    expect(told(`hook pre:tool /notify "\${tool_input.command} $tool_use_id $previous"`)).toHaveLength(1);
  });

  it('does not hide the next: all of them are told', () => {
    const text = [
      'hok',
      'hook pre:message /notify x',
      'hook x /y',
      String.raw`hook post:message /abort "\a \b`,
    ];
    expect(told(text.join('\n')).map((problem) => problem.split(' ')[0])).toEqual([
      '1:1-4',
      '3:6-7',
      '3:8-10',
      '4:26-32',
      '4:27-29',
      '4:30-32',
    ]);
  });

  it('of two arguments of one command are both told', () => {
    expect(told('hook post:tool /perms chek $tool')).toHaveLength(3);
  });

  it('that is only a warning leaves the hook in place, and an error does not', () => {
    expect(parseArma('hook pre:message /notify $nope').hooks).toHaveLength(1);
    expect(parseArma('hook pre:message /notify a b').hooks).toHaveLength(0);
  });
});
