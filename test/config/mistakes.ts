/** A wrong file, and everything that is said about it. */
export interface Mistake {
  readonly name: string;
  readonly file: readonly string[];
  readonly says: readonly string[];
}

const events =
  'PreToolUse, pre:tool, PostToolUse, post:tool, PostToolUseFailure, PermissionRequest, UserPromptSubmit, SessionStart, SessionEnd, Setup, Stop, SubagentStart, SubagentStop, PreCompact, Notification, TeammateIdle, TaskCompleted, pre:message, post:message, pre:agent:spawn, post:agent:complete, pre:session:phase, post:session:phase, pre:git:write, post:git:write, pre:view:render';

export const mistakes: Readonly<Record<string, readonly Mistake[]>> = {
  'YAML itself': [
    {
      name: 'a tab',
      file: ['hooks:', '\tPreToolUse: []'],
      says: [
        'h.yaml:2:1: error: a tab cannot indent in YAML; use blanks',
        '  2 | \tPreToolUse: []',
        '    | ^',
      ],
    },
    {
      name: 'a key that is there twice',
      file: ['hooks:', '  PreToolUse: []', '  PreToolUse: []'],
      says: ['h.yaml:3:3: error: the key PreToolUse is there twice', '  3 |   PreToolUse: []', '    |   ^'],
    },
    {
      name: 'a bracket that is never closed',
      file: ['hooks: ['],
      says: [
        'h.yaml:1:9: error: Flow sequence in block collection must be sufficiently indented and end with a ]',
        '  1 | hooks: [',
        '    |         ^',
      ],
    },
    {
      name: 'a quote that is never closed',
      file: ['include: "a.yaml'],
      says: [
        'h.yaml:1:17: error: Missing closing "quote',
        '  1 | include: "a.yaml',
        '    |                 ^',
      ],
    },
    {
      name: 'an indentation that fits nowhere',
      file: ['hooks:', '    PreToolUse: []', '  PostToolUse: []'],
      says: [
        'h.yaml:3:1: error: All mapping items must start at the same column',
        '  3 |   PostToolUse: []',
        '    | ^',
      ],
    },
    {
      name: 'a second document',
      file: ['watch: true', '---', 'watch: false'],
      says: [
        'h.yaml:2:1: error: a second document starts here, and a configuration is one; remove the "---"',
        '  2 | ---',
        '    | ^^^',
      ],
    },
    {
      name: 'an alias without its anchor',
      file: ['hooks: *nothing'],
      says: [
        'h.yaml:1:8: error: nothing before this has the anchor of *nothing',
        '  1 | hooks: *nothing',
        '    |        ^^^^^^^^',
      ],
    },
    {
      name: 'aliases that grow without end',
      file: [
        'x-a: &a [x, x, x, x, x, x, x, x, x, x]',
        'x-b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]',
        'x-c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]',
        'x-d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]',
      ],
      says: [
        'h.yaml:1:1: error: its aliases stand for too much, by standing for each other',
        '  1 | x-a: &a [x, x, x, x, x, x, x, x, x, x]',
        '    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'lines that end as on Windows',
      file: ['hooks:\r', '  PreToolUze: []\r'],
      says: [
        'h.yaml:2:3: error: unknown event "PreToolUze", did you mean "PreToolUse"?',
        '  2 |   PreToolUze: []',
        '    |   ^^^^^^^^^^',
      ],
    },
    {
      name: 'a byte order mark',
      file: ['\uFEFFhoks: {}'],
      says: ['h.yaml:1:1: error: unknown key "hoks", did you mean "hooks"?', '  1 | hoks: {}', '    | ^^^^'],
    },
    {
      name: 'text instead of keys',
      file: ['just some text'],
      says: [
        'h.yaml:1:1: error: the file takes an object with "hooks", not "just some text"',
        '  1 | just some text',
        '    | ^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'a list instead of keys',
      file: ['- hooks'],
      says: [
        'h.yaml:1:1: error: the file takes an object with "hooks", not a list',
        '  1 | - hooks',
        '    | ^^^^^^^',
      ],
    },
  ],
  'the keys of a file': [
    {
      name: 'a misspelt key',
      file: ['hoooks: {}'],
      says: [
        'h.yaml:1:1: error: unknown key "hoooks", did you mean "hooks"?',
        '  1 | hoooks: {}',
        '    | ^^^^^^',
      ],
    },
    {
      name: 'a key that is like none',
      file: ['frobnicate: 1'],
      says: [
        'h.yaml:1:1: error: unknown key "frobnicate": here it can be one of hooks, agents, include, permissions, mcpServers, tools, watch',
        '  1 | frobnicate: 1',
        '    | ^^^^^^^^^^',
      ],
    },
    {
      name: 'prototype keys',
      file: ['__proto__: { a: 1 }', 'constructor: 2'],
      says: [
        'h.yaml:1:1: error: unknown key "__proto__": here it can be one of hooks, agents, include, permissions, mcpServers, tools, watch',
        '  1 | __proto__: { a: 1 }',
        '    | ^^^^^^^^^',
        'h.yaml:2:1: error: unknown key "constructor": here it can be one of hooks, agents, include, permissions, mcpServers, tools, watch',
        '  2 | constructor: 2',
        '    | ^^^^^^^^^^^',
      ],
    },
    {
      name: 'hooks without anything',
      file: ['hooks:'],
      says: [
        'h.yaml:1:1: error: "hooks" is empty: it takes points with their hooks',
        '  1 | hooks:',
        '    | ^^^^^',
      ],
    },
    {
      name: 'hooks as a list',
      file: ['hooks: []'],
      says: [
        'h.yaml:1:8: error: "hooks" takes points with their hooks, not a list',
        '  1 | hooks: []',
        '    |        ^^',
      ],
    },
    {
      name: 'agents as an object',
      file: ['agents: { id: a }'],
      says: [
        'h.yaml:1:9: error: "agents" takes a list of agents, not { id }',
        '  1 | agents: { id: a }',
        '    |         ^^^^^^^^^',
      ],
    },
    {
      name: 'an agent that is text',
      file: ['agents: [lead]'],
      says: [
        'h.yaml:1:10: error: each entry takes an agent, an object with its "id", not "lead"',
        '  1 | agents: [lead]',
        '    |          ^^^^',
      ],
    },
    {
      name: 'an agent without an id',
      file: ['agents:', '  - backend: { hooks: {} }'],
      says: [
        'h.yaml:2:5: error: "id" is missing: it takes the id of the agent',
        '  2 |   - backend: { hooks: {} }',
        '    |     ^^^^^^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'an agent with every id',
      file: ['agents:', '  - id: "*"'],
      says: [
        'h.yaml:2:9: error: "id" takes the id of one agent, not "*"',
        '  2 |   - id: "*"',
        '    |         ^^^',
      ],
    },
    {
      name: 'an agent whose hooks stand in the wrong place',
      file: ['agents:', '  - id: a', '    hooks: {}'],
      says: [
        'h.yaml:3:5: error: the hooks of an agent stand under "backend"',
        '  3 |     hooks: {}',
        '    |     ^^^^^',
      ],
    },
    {
      name: 'a misspelt backend',
      file: ['agents:', '  - id: a', '    backendd: { hooks: {} }'],
      says: [
        'h.yaml:3:5: error: unknown key "backendd", did you mean "backend"?',
        '  3 |     backendd: { hooks: {} }',
        '    |     ^^^^^^^^',
      ],
    },
    {
      name: 'misspelt hooks of an agent',
      file: ['agents:', '  - id: a', '    backend: { hook: {} }'],
      says: [
        'h.yaml:3:16: error: unknown key "hook", did you mean "hooks"?',
        '  3 |     backend: { hook: {} }',
        '    |                ^^^^',
      ],
    },
    {
      name: 'settings among the hooks of an agent',
      file: ['agents:', '  - id: a', '    backend:', '      hooks: { timeout: 5 }'],
      says: [
        'h.yaml:4:16: error: "timeout" is for all hooks of the file and stands under the "hooks" that no agent has',
        '  4 |       hooks: { timeout: 5 }',
        '    |                ^^^^^^^',
      ],
    },
    {
      name: 'include as a number',
      file: ['include: 3'],
      says: [
        'h.yaml:1:10: error: "include" takes a file or a list of files, not 3',
        '  1 | include: 3',
        '    |          ^',
      ],
    },
    {
      name: 'include of a number',
      file: ['include: [3]'],
      says: ['h.yaml:1:11: error: each entry takes text, not 3', '  1 | include: [3]', '    |           ^'],
    },
    {
      name: 'include of nothing',
      file: ['include: [""]'],
      says: [
        'h.yaml:1:11: error: each entry takes text, not ""',
        '  1 | include: [""]',
        '    |           ^^',
      ],
    },
    {
      name: 'tools as text',
      file: ['tools: shell'],
      says: [
        'h.yaml:1:8: error: "tools" takes a list of names, not "shell"',
        '  1 | tools: shell',
        '    |        ^^^^^',
      ],
    },
    {
      name: 'watch as text',
      file: ['watch: "yes"'],
      says: [
        'h.yaml:1:8: error: "watch" takes true or false, not "yes"',
        '  1 | watch: "yes"',
        '    |        ^^^^^',
      ],
    },
    {
      name: 'permissions as a number',
      file: ['permissions: 3'],
      says: [
        'h.yaml:1:14: error: "permissions" takes a list of names, or names with true or false, not 3',
        '  1 | permissions: 3',
        '    |              ^',
      ],
    },
    {
      name: 'a permission that is no truth',
      file: ['permissions: { shellExec: maybe }'],
      says: [
        'h.yaml:1:27: error: "shellExec" takes true or false, not "maybe"',
        '  1 | permissions: { shellExec: maybe }',
        '    |                           ^^^^^',
      ],
    },
    {
      name: 'rules that are no list',
      file: ['permissions: { deny: Bash }'],
      says: [
        'h.yaml:1:22: error: "deny" takes a list of rules such as "Bash(git *)", not "Bash"',
        '  1 | permissions: { deny: Bash }',
        '    |                      ^^^^',
      ],
    },
  ],
  'the settings of a file': [
    {
      name: 'an unknown errorBehavior',
      file: ['hooks: { errorBehavior: explode }'],
      says: [
        'h.yaml:1:25: error: "errorBehavior" takes one of skip, abort, log, not "explode"',
        '  1 | hooks: { errorBehavior: explode }',
        '    |                         ^^^^^^^',
      ],
    },
    {
      name: 'a timeout that is text',
      file: ['hooks: { timeout: soon }'],
      says: [
        'h.yaml:1:19: error: "timeout" takes a number of milliseconds above 0, or text such as "500ms", "30s", "5m", not "soon"',
        '  1 | hooks: { timeout: soon }',
        '    |                   ^^^^',
      ],
    },
    {
      name: 'a timeout of nothing',
      file: ['hooks: { timeout: 0 }'],
      says: [
        'h.yaml:1:19: error: "timeout" takes a number of milliseconds above 0, or text such as "500ms", "30s", "5m", not 0',
        '  1 | hooks: { timeout: 0 }',
        '    |                   ^',
      ],
    },
    {
      name: 'a timeout of months',
      file: ['hooks: { timeout: "5000h" }'],
      says: [
        'h.yaml:1:19: error: "timeout" takes at least 1 ms and at most 24 days, not "5000h"',
        '  1 | hooks: { timeout: "5000h" }',
        '    |                   ^^^^^^^',
      ],
    },
    {
      name: 'a timeout in the wrong unit',
      file: ['hooks: { timeout: 30 }'],
      says: [
        'h.yaml:1:19: warning: "timeout" of all hooks is in milliseconds, and 30 ms are short; did you mean "30s"?',
        '  1 | hooks: { timeout: 30 }',
        '    |                   ^^',
      ],
    },
    {
      name: 'a limit of half a hook',
      file: ['hooks: { maxHooksPerPoint: 1.5 }'],
      says: [
        'h.yaml:1:28: error: "maxHooksPerPoint" takes a whole number above 0, not 1.5',
        '  1 | hooks: { maxHooksPerPoint: 1.5 }',
        '    |                            ^^^',
      ],
    },
    {
      name: 'a limit that the file itself breaks',
      file: [
        'hooks:',
        '  maxHooksPerPoint: 1',
        '  Stop:',
        '    - { type: command, handler: exit 0 }',
        '    - { type: command, handler: exit 1 }',
      ],
      says: [
        'h.yaml:5:33: error: Stop has more hooks than the 1 that maxHooksPerPoint allows',
        '  5 |     - { type: command, handler: exit 1 }',
        '    |                                 ^^^^^^',
      ],
    },
    {
      name: 'parallel as text',
      file: ['hooks: { parallel: "true" }'],
      says: [
        'h.yaml:1:20: error: "parallel" takes true or false, not "true"',
        '  1 | hooks: { parallel: "true" }',
        '    |                    ^^^^^^',
      ],
    },
    {
      name: 'scripts as a number',
      file: ['hooks: { scripts: 1 }'],
      says: [
        'h.yaml:1:19: error: "scripts" takes a file or a list of files, not 1',
        '  1 | hooks: { scripts: 1 }',
        '    |                   ^',
      ],
    },
  ],
  points: [
    {
      name: 'a misspelt event',
      file: ['hooks:', '  PreToolUze: []'],
      says: [
        'h.yaml:2:3: error: unknown event "PreToolUze", did you mean "PreToolUse"?',
        '  2 |   PreToolUze: []',
        '    |   ^^^^^^^^^^',
      ],
    },
    {
      name: 'an event that is like none',
      file: ['hooks:', '  Whatever: []'],
      says: [
        `h.yaml:2:3: error: unknown event "Whatever": it is one of ${events}`,
        '  2 |   Whatever: []',
        '    |   ^^^^^^^^',
      ],
    },
    {
      name: 'a misspelt event of an agent',
      file: ['agents:', '  - id: a', '    backend:', '      hooks:', '        PosToolUse: []'],
      says: [
        'h.yaml:5:9: error: unknown event "PosToolUse", did you mean "PostToolUse"?',
        '  5 |         PosToolUse: []',
        '    |         ^^^^^^^^^^',
      ],
    },
    {
      name: 'prototype keys among the events',
      file: ['hooks:', '  __proto__: []', '  constructor: []', '  toString: []'],
      says: [
        `h.yaml:2:3: error: unknown event "__proto__": it is one of ${events}`,
        '  2 |   __proto__: []',
        '    |   ^^^^^^^^^',
        `h.yaml:3:3: error: unknown event "constructor": it is one of ${events}`,
        '  3 |   constructor: []',
        '    |   ^^^^^^^^^^^',
        `h.yaml:4:3: error: unknown event "toString": it is one of ${events}`,
        '  4 |   toString: []',
        '    |   ^^^^^^^^',
      ],
    },
    {
      name: 'a point that is text',
      file: ['hooks:', '  Stop: exit 0'],
      says: [
        'h.yaml:2:9: error: "Stop" takes a list of hooks, or an object with "hooks", not "exit 0"',
        '  2 |   Stop: exit 0',
        '    |         ^^^^^^',
      ],
    },
    {
      name: 'a point without anything',
      file: ['hooks:', '  Stop:'],
      says: [
        'h.yaml:2:3: error: "Stop" is empty: it takes a list of hooks, or an object with "hooks"',
        '  2 |   Stop:',
        '    |   ^^^^',
      ],
    },
    {
      name: 'a point as an object without hooks',
      file: ['hooks:', '  Stop: { parallel: true }'],
      says: [
        'h.yaml:2:9: error: "hooks" is missing: it takes a list of hooks',
        '  2 |   Stop: { parallel: true }',
        '    |         ^^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'a misspelt key beside the hooks of a point',
      file: [
        'agents:',
        '  - id: a',
        '    backend:',
        '      hooks:',
        '        Stop: { overide: true, hooks: [] }',
      ],
      says: [
        'h.yaml:5:17: error: unknown key "overide", did you mean "override"?',
        '  5 |         Stop: { overide: true, hooks: [] }',
        '    |                 ^^^^^^^',
      ],
    },
    {
      name: 'an override among the global hooks',
      file: ['hooks:', '  Stop: { override: true, hooks: [] }'],
      says: [
        'h.yaml:2:11: warning: only an agent can override a point; among the global hooks this does nothing',
        '  2 |   Stop: { override: true, hooks: [] }',
        '    |           ^^^^^^^^',
      ],
    },
    {
      name: 'an override of a part of a point',
      file: [
        'agents:',
        '  - id: a',
        '    backend:',
        '      hooks:',
        '        pre:tool:shell: { override: true, hooks: [] }',
      ],
      says: [
        'h.yaml:5:27: error: an override is of a whole point: "PreToolUse", not only "shell" of it',
        '  5 |         pre:tool:shell: { override: true, hooks: [] }',
        '    |                           ^^^^^^^^',
      ],
    },
    {
      name: "an override on a guard's point",
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - { name: safe, type: command, handler: exit 0, guard: true }',
        'agents:',
        '  - id: a',
        '    backend:',
        '      hooks:',
        '        pre:tool: { override: true, hooks: [] }',
      ],
      says: [
        'h.yaml:8:21: warning: the guard at h.yaml:3:45 runs for "a" all the same: guards are never overridden',
        '  8 |         pre:tool: { override: true, hooks: [] }',
        '    |                     ^^^^^^^^',
      ],
    },
  ],
  hooks: [
    {
      name: 'a hook that is text',
      file: ['hooks:', '  Stop: [exit 0]'],
      says: [
        'h.yaml:2:10: error: a hook is an object with "type" and "handler", not "exit 0"',
        '  2 |   Stop: [exit 0]',
        '    |          ^^^^^^',
      ],
    },
    {
      name: 'a hook without type',
      file: ['hooks:', '  Stop:', '    - handler: check.js'],
      says: [
        'h.yaml:3:7: error: "type" is missing, and "check.js" could be type: module or type: command; say which',
        '  3 |     - handler: check.js',
        '    |       ^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'a word without type',
      file: ['hooks:', '  Stop:', '    - handler: audit-log'],
      says: [
        'h.yaml:3:7: error: "type" is missing, and "audit-log" could be type: command or type: builtin; say which',
        '  3 |     - handler: audit-log',
        '    |       ^^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'a hook of nothing',
      file: ['hooks:', '  Stop:', '    - { name: a }'],
      says: [
        'h.yaml:3:7: error: "type" is missing: it is one of command, python, module, http, builtin',
        '  3 |     - { name: a }',
        '    |       ^^^^^^^^^^^',
      ],
    },
    {
      name: 'a wrong key beside a type that the handler tells',
      file: ['hooks:', '  Stop:', '    - { handler: rules.check, pythonpath: lib }'],
      says: [
        'h.yaml:3:31: error: unknown key "pythonpath", did you mean "pythonPath"?',
        '  3 |     - { handler: rules.check, pythonpath: lib }',
        '    |                               ^^^^^^^^^^',
      ],
    },
    {
      name: 'a hook without handler',
      file: ['hooks:', '  Stop:', '    - type: command'],
      says: [
        'h.yaml:3:7: error: "handler" is missing: it takes a program or a shell line',
        '  3 |     - type: command',
        '    |       ^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'an unknown type',
      file: ['hooks:', '  Stop:', '    - { type: pyton, handler: a.b }'],
      says: [
        'h.yaml:3:15: error: unknown type "pyton", did you mean "python"?',
        '  3 |     - { type: pyton, handler: a.b }',
        '    |               ^^^^^',
      ],
    },
    {
      name: 'a type that is like none',
      file: ['hooks:', '  Stop:', '    - { type: constructor, handler: a.b }'],
      says: [
        'h.yaml:3:15: error: unknown type "constructor": it is one of command, python, module, http, builtin',
        '  3 |     - { type: constructor, handler: a.b }',
        '    |               ^^^^^^^^^^^',
      ],
    },
    {
      name: 'a misspelt key',
      file: ['hooks:', '  PreToolUse:', '    - type: command', '      handler: exit 0', '      gaurd: true'],
      says: [
        'h.yaml:5:7: error: unknown key "gaurd", did you mean "guard"?',
        '  5 |       gaurd: true',
        '    |       ^^^^^',
      ],
    },
    {
      name: 'a key of another type',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      pythonPath: lib',
      ],
      says: [
        'h.yaml:5:7: error: unknown key "pythonPath": here it can be one of type, handler, name, description, matcher, timeout, priority, guard, fail_closed, onError, onFailure, mode, enabled, protocol, args, cwd, env, passEnv, inherit, maxOutputBytes, killGraceMs',
        '  5 |       pythonPath: lib',
        '    |       ^^^^^^^^^^',
      ],
    },
    {
      name: 'prototype keys',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      __proto__: { guard: true }',
      ],
      says: [
        'h.yaml:5:7: error: unknown key "__proto__": here it can be one of type, handler, name, description, matcher, timeout, priority, guard, fail_closed, onError, onFailure, mode, enabled, protocol, args, cwd, env, passEnv, inherit, maxOutputBytes, killGraceMs',
        '  5 |       __proto__: { guard: true }',
        '    |       ^^^^^^^^^',
      ],
    },
    {
      name: 'wrong types everywhere',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      name: 5',
        '      description: [a]',
        '      matcher: [Bash]',
        '      timeout: true',
        '      priority: high',
        '      guard: "yes"',
        '      fail_closed: 1',
        '      onError: retry',
        '      onFailure: maybe',
        '      mode: watch',
        '      enabled: "no"',
        '      protocol: 7',
        '      args: a b',
        '      cwd: 3',
        '      env: [A]',
        '      passEnv: 5',
        '      inherit: all',
        '      maxOutputBytes: 1.5',
        '      killGraceMs: -1',
      ],
      says: [
        'h.yaml:5:13: error: "name" takes text, not 5',
        '  5 |       name: 5',
        '    |             ^',
        'h.yaml:6:20: error: "description" takes text, not a list',
        '  6 |       description: [a]',
        '    |                    ^^^',
        'h.yaml:7:16: error: "matcher" takes patterns such as "Bash" or "Write|Edit", not a list',
        '  7 |       matcher: [Bash]',
        '    |                ^^^^^^',
        'h.yaml:8:16: error: "timeout" takes a number of seconds above 0, or text such as "500ms", "30s", "5m", not true',
        '  8 |       timeout: true',
        '    |                ^^^^',
        'h.yaml:9:17: error: "priority" takes a number, not "high"',
        '  9 |       priority: high',
        '    |                 ^^^^',
        'h.yaml:10:14: error: "guard" takes true or false, not "yes"',
        '  10 |       guard: "yes"',
        '     |              ^^^^^',
        'h.yaml:11:20: error: "fail_closed" takes true or false, not 1',
        '  11 |       fail_closed: 1',
        '     |                    ^',
        'h.yaml:12:16: error: "onError" takes one of skip, abort, log, not "retry"',
        '  12 |       onError: retry',
        '     |                ^^^^^',
        'h.yaml:13:18: error: "onFailure" takes open, closed, or one of the two for each of timeout, threw, exit, invalid, unclear, missing, not "maybe"',
        '  13 |       onFailure: maybe',
        '     |                  ^^^^^',
        'h.yaml:14:13: error: "mode" takes one of enforce, observe, background, not "watch"',
        '  14 |       mode: watch',
        '     |             ^^^^^',
        'h.yaml:15:16: error: "enabled" takes true or false, not "no"',
        '  15 |       enabled: "no"',
        '     |                ^^^^',
        'h.yaml:16:17: error: "protocol" takes one of hookline, massgen, agent-sdk, armament, claude-code, not 7',
        '  16 |       protocol: 7',
        '     |                 ^',
        'h.yaml:17:13: error: "args" takes a list of text, not "a b"',
        '  17 |       args: a b',
        '     |             ^^^',
        'h.yaml:18:12: error: "cwd" takes a folder, not 3',
        '  18 |       cwd: 3',
        '     |            ^',
        'h.yaml:19:12: error: "env" takes names with text values',
        '  19 |       env: …',
        '     |            ^',
        'h.yaml:20:16: error: "passEnv" takes a name or a list of names, not 5',
        '  20 |       passEnv: 5',
        '     |                ^',
        'h.yaml:21:16: error: "inherit" takes true or false, not "all"',
        '  21 |       inherit: all',
        '     |                ^^^',
        'h.yaml:22:23: error: "maxOutputBytes" takes a whole number above 0, not 1.5',
        '  22 |       maxOutputBytes: 1.5',
        '     |                       ^^^',
        'h.yaml:23:20: error: "killGraceMs" takes a number of milliseconds, not -1',
        '  23 |       killGraceMs: -1',
        '     |                    ^^',
      ],
    },
    {
      name: 'an unknown protocol',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      protocol: claudecode',
      ],
      says: [
        'h.yaml:5:17: error: "protocol" takes one of hookline, massgen, agent-sdk, armament, claude-code, not "claudecode", did you mean "claude-code"?',
        '  5 |       protocol: claudecode',
        '    |                 ^^^^^^^^^^',
      ],
    },
    {
      name: 'an unknown kind of failure',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      onFailure: { timeuot: closed }',
      ],
      says: [
        'h.yaml:5:20: error: unknown key "timeuot", did you mean "timeout"?',
        '  5 |       onFailure: { timeuot: closed }',
        '    |                    ^^^^^^^',
      ],
    },
    {
      name: 'an unknown policy for a kind of failure',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      onFailure: { timeout: shut }',
      ],
      says: [
        'h.yaml:5:29: error: "timeout" takes one of open, closed, not "shut"',
        '  5 |       onFailure: { timeout: shut }',
        '    |                             ^^^^',
      ],
    },
    {
      name: 'two ways to say what a failure does',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      onFailure: open',
        '      fail_closed: true',
      ],
      says: [
        'h.yaml:6:7: error: "fail_closed" and "onFailure" both say what a failure does; keep one',
        '  6 |       fail_closed: true',
        '    |       ^^^^^^^^^^^',
      ],
    },
    {
      name: 'secrets in the wrong form, which are not shown',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      env: { TOKEN: 12345 }',
      ],
      says: [
        'h.yaml:5:21: error: "TOKEN" takes text; put quotes around numbers and truths',
        '  5 |       env: { TOKEN: …',
        '    |                     ^',
      ],
    },
    {
      name: 'several wrong hooks at once',
      file: [
        'hooks:',
        '  Stop:',
        '    - { type: command, handler: 5 }',
        '    - { type: command, handler: exit 0, timeout: -1 }',
        '  PreToolUse:',
        '    - { type: command, handler: exit 0, matcher: "|" }',
        'agents:',
        '  - backend: {}',
        '  - id: a',
        '    hooks: {}',
      ],
      says: [
        'h.yaml:3:33: error: "handler" takes a program or a shell line, not 5',
        '  3 |     - { type: command, handler: 5 }',
        '    |                                 ^',
        'h.yaml:4:50: error: "timeout" takes a number of seconds above 0, or text such as "500ms", "30s", "5m", not -1',
        '  4 |     - { type: command, handler: exit 0, timeout: -1 }',
        '    |                                                  ^^',
        'h.yaml:6:50: error: matcher "|" has no alternative, so it could never match: write at least one, as in "Write|Edit", or "*" to match everything',
        '  6 |     - { type: command, handler: exit 0, matcher: "|" }',
        '    |                                                  ^^^',
        'h.yaml:8:5: error: "id" is missing: it takes the id of the agent',
        '  8 |   - backend: {}',
        '    |     ^^^^^^^^^^^',
        'h.yaml:10:5: error: the hooks of an agent stand under "backend"',
        '  10 |     hooks: {}',
        '     |     ^^^^^',
      ],
    },
    {
      name: 'python without a function',
      file: ['hooks:', '  Stop:', '    - { type: python, handler: rules }'],
      says: [
        'h.yaml:3:32: error: "handler" takes module.function, not "rules"',
        '  3 |     - { type: python, handler: rules }',
        '    |                                ^^^^^',
      ],
    },
    {
      name: 'python as a file',
      file: ['hooks:', '  Stop:', '    - { type: python, handler: ./rules.py }'],
      says: [
        'h.yaml:3:32: error: "handler" takes module.function, not "./rules.py"',
        '  3 |     - { type: python, handler: ./rules.py }',
        '    |                                ^^^^^^^^^^',
      ],
    },
    {
      name: 'http without an address',
      file: ['hooks:', '  Stop:', '    - { type: http, handler: example.com/hook }'],
      says: [
        'h.yaml:3:30: error: "handler" takes an address that starts with http:// or https://, not "example.com/hook"',
        '  3 |     - { type: http, handler: example.com/hook }',
        '    |                              ^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'http with wrong headers',
      file: [
        'hooks:',
        '  Stop:',
        '    - type: http',
        '      handler: https://example.com',
        '      headers: { authorization: [secret] }',
      ],
      says: [
        'h.yaml:5:33: error: "authorization" takes text',
        '  5 |       headers: { authorization: …',
        '    |                                 ^',
      ],
    },
    {
      name: 'an unknown built-in hook',
      file: ['hooks:', '  PostToolUse:', '    - { type: builtin, handler: mid-stream-injektion }'],
      says: [
        'h.yaml:3:33: error: unknown built-in hook "mid-stream-injektion", did you mean "mid-stream-injection"?',
        '  3 |     - { type: builtin, handler: mid-stream-injektion }',
        '    |                                 ^^^^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'wrong options of a built-in hook',
      file: [
        'hooks:',
        '  PostToolUse:',
        '    - type: builtin',
        '      handler: mid-stream-injection',
        '      options:',
        '        perRound: never',
        '        fiel: a.txt',
        '        into: nowhere',
      ],
      says: [
        'h.yaml:6:19: error: the options of "mid-stream-injection": "perRound" takes a number, not "never"',
        '  6 |         perRound: never',
        '    |                   ^^^^^',
        'h.yaml:7:9: error: the options of "mid-stream-injection": there is no "fiel", did you mean "file"?',
        '  7 |         fiel: a.txt',
        '    |         ^^^^',
        'h.yaml:8:15: error: the options of "mid-stream-injection": "into" is one of system, tool_result, user_message; not "nowhere"',
        '  8 |         into: nowhere',
        '    |               ^^^^^^^',
      ],
    },
    {
      name: 'a built-in hook where it does not work',
      file: ['hooks:', '  Stop:', '    - { type: builtin, handler: mid-stream-injection }'],
      says: [
        'h.yaml:3:33: error: "mid-stream-injection" works at PostToolUse, PostToolUseFailure, UserPromptSubmit; not at Stop',
        '  3 |     - { type: builtin, handler: mid-stream-injection }',
        '    |                                 ^^^^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'a timeout in the wrong unit',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      timeout: 5000',
      ],
      says: [
        'h.yaml:5:16: warning: a hook\'s timeout is in seconds, and 5000 seconds are long; did you mean "5000ms"?',
        '  5 |       timeout: 5000',
        '    |                ^^^^',
      ],
    },
    {
      name: 'a timeout of months',
      file: ['hooks:', '  PreToolUse:', '    - type: command', '      handler: exit 0', '      timeout: 1e9'],
      says: [
        'h.yaml:5:16: error: "timeout" takes at least 1 ms and at most 24 days, not 1000000000',
        '  5 |       timeout: 1e9',
        '    |                ^^^',
      ],
    },
    {
      name: 'a command that is not there',
      file: [
        'hooks:',
        '  Stop:',
        '    - { type: command, handler: ./missing.sh }',
        '    - { type: command, handler: missing.py }',
        '    - { type: command, handler: missing, args: [] }',
      ],
      says: [
        'h.yaml:3:33: warning: the command "./missing.sh" was not found: missing.sh is not a file; until it is there, the hook fails',
        '  3 |     - { type: command, handler: ./missing.sh }',
        '    |                                 ^^^^^^^^^^^^',
        'h.yaml:4:33: warning: the command "missing.py" was not found; until it is there, the hook fails',
        '  4 |     - { type: command, handler: missing.py }',
        '    |                                 ^^^^^^^^^^',
        'h.yaml:5:33: warning: the program "missing" was not found; until it is there, the hook fails',
        '  5 |     - { type: command, handler: missing, args: [] }',
        '    |                                 ^^^^^^^',
      ],
    },
    {
      name: 'a module that is not there',
      file: ['hooks:', '  Stop:', '    - { type: module, handler: ./missing.mjs#check }'],
      says: [
        'h.yaml:3:32: warning: missing.mjs does not exist; until it is there, the hook fails',
        '  3 |     - { type: module, handler: ./missing.mjs#check }',
        '    |                                ^^^^^^^^^^^^^^^^^^^',
      ],
    },
  ],
  matchers: [
    {
      name: 'none of any alternative',
      file: ['hooks:', '  PreToolUse:', '    - type: command', '      handler: exit 0', '      matcher: "|"'],
      says: [
        'h.yaml:5:16: error: matcher "|" has no alternative, so it could never match: write at least one, as in "Write|Edit", or "*" to match everything',
        '  5 |       matcher: "|"',
        '    |                ^^^',
      ],
    },
    {
      name: 'a bracket that is never closed',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: "mcp__[ab"',
      ],
      says: [
        'h.yaml:5:16: warning: the "[" in "mcp__[ab" is never closed and stands for itself: close it with "]" before the next "|", or write "[[]" if a plain "[" is meant',
        '  5 |       matcher: "mcp__[ab"',
        '    |                ^^^^^^^^^^',
      ],
    },
    {
      name: 'a regular expression',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: "^Bash.*$"',
      ],
      says: [
        'h.yaml:5:16: warning: "^Bash.*$" looks like a regular expression, but matchers are globs over the whole name; did you mean "Bash*"?',
        '  5 |       matcher: "^Bash.*$"',
        '    |                ^^^^^^^^^^',
      ],
    },
    {
      name: 'a regular expression that no glob says',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: "\\\\w+"',
      ],
      says: [
        'h.yaml:5:16: warning: "\\w+" looks like a regular expression, but matchers are globs over the whole name',
        '  5 |       matcher: "\\\\w+"',
        '    |                ^^^^^^',
      ],
    },
    {
      name: 'a misspelt tool',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: Bahs|Write',
      ],
      says: [
        'h.yaml:5:16: warning: no known tool is called "Bahs", did you mean "Bash"?',
        '  5 |       matcher: Bahs|Write',
        '    |                ^^^^^^^^^^',
      ],
    },
    {
      name: 'a tool that is like none',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: deploy',
      ],
      says: [
        'h.yaml:5:16: warning: no known tool is called "deploy"; list tools of your own under "tools:"',
        '  5 |       matcher: deploy',
        '    |                ^^^^^^',
      ],
    },
    {
      name: 'a value outside a closed set',
      file: [
        'hooks:',
        '  SessionStart:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: sometimes',
      ],
      says: [
        'h.yaml:5:16: warning: "sometimes" matches no source of SessionStart, which is one of startup, resume, clear, compact; the hook never runs',
        '  5 |       matcher: sometimes',
        '    |                ^^^^^^^^^',
      ],
    },
    {
      name: 'a matcher where nothing is matched',
      file: ['hooks:', '  Stop:', '    - type: command', '      handler: exit 0', '      matcher: Bash'],
      says: [
        'h.yaml:5:16: warning: Stop matches nothing, so this matcher is ignored and the hook fires',
        '  5 |       matcher: Bash',
        '    |                ^^^^',
      ],
    },
    {
      name: 'two matchers',
      file: [
        'hooks:',
        '  pre:tool:shell:',
        '    - type: command',
        '      handler: exit 0',
        '      matcher: Bash',
      ],
      says: [
        'h.yaml:5:16: error: the hook has two matchers: "shell" in the name of the point, and "Bash"',
        '  5 |       matcher: Bash',
        '    |                ^^^^',
      ],
    },
    {
      name: 'a matcher in the name of the point',
      file: ['hooks:', '  pre:tool:|:', '    - type: command', '      handler: exit 0', '      priority: 1'],
      says: [
        'h.yaml:2:3: error: matcher "|" has no alternative, so it could never match: write at least one, as in "Write|Edit", or "*" to match everything',
        '  2 |   pre:tool:|:',
        '    |   ^^^^^^^^^^',
      ],
    },
  ],
  'several hooks at once': [
    {
      name: 'a wrong value beside other mistakes',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - { type: command, handler: exit 0, guard: true, mode: observe }',
        '    - { type: command, handler: ./none.sh }',
        '    - { type: command, handler: exit 0, priority: x }',
        '    - { type: command, handler: exit 0, onFailure: { never: open } }',
        '  PostToolUse:',
        '    parallel: true',
        '    hooks:',
        '      - { type: command, handler: exit 0, timeout: soon }',
        '      - { type: command, handler: exit 0, matcher: "|" }',
      ],
      says: [
        'h.yaml:3:60: error: the hook "command_exit 0" at PreToolUse is a guard, which cannot only observe',
        '  3 |     - { type: command, handler: exit 0, guard: true, mode: observe }',
        '    |                                                            ^^^^^^^',
        'h.yaml:4:33: warning: the command "./none.sh" was not found: none.sh is not a file; until it is there, the hook fails',
        '  4 |     - { type: command, handler: ./none.sh }',
        '    |                                 ^^^^^^^^^',
        'h.yaml:5:51: error: "priority" takes a number, not "x"',
        '  5 |     - { type: command, handler: exit 0, priority: x }',
        '    |                                                   ^',
        'h.yaml:6:54: error: unknown key "never": here it can be one of timeout, threw, exit, invalid, unclear, missing',
        '  6 |     - { type: command, handler: exit 0, onFailure: { never: open } }',
        '    |                                                      ^^^^^',
        'h.yaml:10:52: error: "timeout" takes a number of seconds above 0, or text such as "500ms", "30s", "5m", not "soon"',
        '  10 |       - { type: command, handler: exit 0, timeout: soon }',
        '     |                                                    ^^^^',
        'h.yaml:11:52: error: matcher "|" has no alternative, so it could never match: write at least one, as in "Write|Edit", or "*" to match everything',
        '  11 |       - { type: command, handler: exit 0, matcher: "|" }',
        '     |                                                    ^^^',
      ],
    },
  ],
  'rules that contradict each other': [
    {
      name: 'a guard where nothing can be blocked',
      file: [
        'hooks:',
        '  SessionStart:',
        '    - type: command',
        '      handler: exit 0',
        '      guard: true',
      ],
      says: [
        'h.yaml:5:14: error: the hook "command_exit 0" at SessionStart cannot be a guard, since nothing can be blocked there',
        '  5 |       guard: true',
        '    |              ^^^^',
      ],
    },
    {
      name: 'fail_closed where nothing can be blocked',
      file: [
        'hooks:',
        '  Notification:',
        '    - type: command',
        '      handler: exit 0',
        '      fail_closed: true',
      ],
      says: [
        'h.yaml:5:20: error: the hook "command_exit 0" at Notification cannot fail closed, since nothing can be blocked there',
        '  5 |       fail_closed: true',
        '    |                    ^^^^',
      ],
    },
    {
      name: 'a guard that only observes',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      guard: true',
        '      mode: observe',
      ],
      says: [
        'h.yaml:6:13: error: the hook "command_exit 0" at PreToolUse is a guard, which cannot only observe',
        '  6 |       mode: observe',
        '    |             ^^^^^^^',
      ],
    },
    {
      name: 'a guard that is switched off',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      guard: true',
        '      enabled: false',
      ],
      says: [
        'h.yaml:6:16: error: the hook "command_exit 0" at PreToolUse is a guard, which cannot be switched off',
        '  6 |       enabled: false',
        '    |                ^^^^^',
      ],
    },
    {
      name: 'a guard that fails open',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      guard: true',
        '      onError: skip',
      ],
      says: [
        'h.yaml:6:16: error: the hook "command_exit 0" at PreToolUse is a guard, which always fails closed; leave onError out',
        '  6 |       onError: skip',
        '    |                ^^^^',
      ],
    },
    {
      name: 'an observer that fails closed',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      mode: observe',
        '      onError: abort',
      ],
      says: [
        'h.yaml:5:13: error: the hook "command_exit 0" at PreToolUse cannot fail closed in the mode observe, which decides nothing',
        '  5 |       mode: observe',
        '    |             ^^^^^^^',
      ],
    },
    {
      name: 'a guard that states a policy, by its name',
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - { name: no-rm, type: command, handler: exit 0, guard: true, onFailure: { timeout: open } }',
      ],
      says: [
        'h.yaml:3:78: error: the hook "no-rm" at PreToolUse is a guard, which always fails closed; leave onFailure out',
        '  3 |     - { name: no-rm, type: command, handler: exit 0, guard: true, onFailure: { timeout: open } }',
        '    |                                                                              ^^^^^^^^^^^^^^^^^',
      ],
    },
    {
      name: 'a guard on a wire that cannot block',
      file: [
        'hooks:',
        '  PostToolUse:',
        '    - type: command',
        '      handler: exit 0',
        '      guard: true',
        '      protocol: massgen',
      ],
      says: [
        'h.yaml:5:14: error: the hook "command_exit 0" at PostToolUse is a guard, which needs the right to suppress',
        '  5 |       guard: true',
        '    |              ^^^^',
      ],
    },
  ],
  names: [
    {
      name: 'the same name twice',
      file: [
        'hooks:',
        '  Stop:',
        '    - { name: a, type: command, handler: exit 0 }',
        '  PreToolUse:',
        '    - { name: a, type: command, handler: exit 1 }',
      ],
      says: [
        'h.yaml:5:15: warning: the name "a" is already used at h.yaml:3:15; this hook replaces that one',
        '  5 |     - { name: a, type: command, handler: exit 1 }',
        '    |               ^',
      ],
    },
    {
      name: "a guard's name again",
      file: [
        'hooks:',
        '  PreToolUse:',
        '    - { name: a, type: command, handler: exit 0, guard: true }',
        '    - { name: a, type: command, handler: exit 1 }',
      ],
      says: [
        'h.yaml:4:15: error: the name "a" is already used at h.yaml:3:15 by a guard, which cannot be replaced',
        '  4 |     - { name: a, type: command, handler: exit 1 }',
        '    |               ^',
      ],
    },
    {
      name: 'the same name globally and for an agent',
      file: [
        'hooks:',
        '  Stop:',
        '    - { name: a, type: command, handler: exit 0 }',
        'agents:',
        '  - id: lead',
        '    backend:',
        '      hooks:',
        '        Stop:',
        '          - { name: a, type: command, handler: exit 1 }',
      ],
      says: [
        'h.yaml:9:21: error: the name "a" is already used at h.yaml:3:15; give this hook another one',
        '  9 |           - { name: a, type: command, handler: exit 1 }',
        '    |                     ^',
      ],
    },
  ],
};
