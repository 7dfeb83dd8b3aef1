import type { Line } from '../line.ts';

/** Seed 000, requirement by requirement: the requirement itself, then its scenarios. */
const requirements: readonly (readonly [title: string, text: string, scenarios: readonly string[]])[] = [
  [
    'Hook Event Types',
    'The system SHALL support `PreToolUse` and `PostToolUse` hook events for intercepting tool execution.',
    ['PreToolUse fires before tool execution', 'PostToolUse fires after tool execution'],
  ],
  [
    'Global Hook Registration via YAML',
    'The system SHALL support registering hooks at the top-level that apply to ALL agents.',
    ['Register global Python callable hook', 'Register global external command hook'],
  ],
  [
    'Per-Agent Hook Registration via YAML',
    'The system SHALL support registering hooks per-agent that can extend or override global hooks.',
    ['Per-agent hook extends global hooks', 'Per-agent hook overrides global hooks'],
  ],
  [
    'Pattern-Based Hook Matching',
    'Hooks SHALL support pattern matching on tool names using glob syntax.',
    ['Wildcard matching', 'Specific tool matching', 'No matcher defaults to all'],
  ],
  [
    'PreToolUse Can Block or Modify',
    'PreToolUse hooks SHALL be able to block tool execution or modify tool input.',
    ['Hook denies tool execution', 'Hook modifies tool input', 'Hook allows execution'],
  ],
  [
    'PostToolUse Can Inject Content',
    'PostToolUse hooks SHALL be able to inject content into the tool result.',
    ['Hook injects into tool result', 'Hook injects as user message'],
  ],
  [
    'External Command Hook Protocol',
    'External command hooks SHALL communicate via JSON stdin/stdout protocol.',
    ['Hook receives event via stdin', 'Hook returns result via stdout', 'Environment variables provided'],
  ],
  [
    'Hook Timeout Enforcement',
    'Hooks SHALL have configurable timeouts with sensible defaults.',
    ['Default timeout', 'Custom timeout', 'Timeout behavior'],
  ],
  [
    'Hook Error Handling',
    'Hook errors SHALL be handled gracefully without crashing the agent.',
    ['Python hook raises exception', 'External hook returns invalid JSON', 'Import error for Python hook'],
  ],
  [
    'Multiple Hook Aggregation',
    'When multiple hooks match, their results SHALL be aggregated.',
    ['Any deny results in denial', 'Modified inputs chain', 'Multiple injections combine'],
  ],
];

/** Seed 004 by section; what only explains a choice, or asks nothing of the code, is left out. */
const design: Readonly<Record<string, readonly [section: string, lines: readonly string[]]>> = {
  goals: [
    'Goals',
    [
      'Unified hook registration and execution',
      'Support Python callables and external command hooks',
      'Pattern-based matching (tool name regex/glob)',
      'Backward compatibility with existing permission hooks',
      'Clean migration path for existing injection patterns',
    ],
  ],
  decision1: [
    'Decision 1: Extend existing hooks.py',
    [
      'Build on existing `HookType`, `HookResult`, `FunctionHook`, `FunctionHookManager`',
      'Reuse existing infrastructure, maintain backward compatibility with permission hooks',
    ],
  ],
  decision2: [
    'Decision 2: Two-level hook registration (Global + Per-Agent)',
    [
      'Support both global hooks (apply to all agents) and per-agent hooks (extend or override)',
      'Global hooks - apply to ALL agents',
      'Per-agent hooks - extend global by default',
      'override: true  # Only use per-agent hooks, disable global',
      'Global hooks simplify common cross-cutting concerns (auditing, security)',
      'Per-agent hooks allow customization for specialized agents',
      'Override capability prevents hook conflicts',
    ],
  ],
  decision3: [
    'Decision 3: HookEvent/HookResult dataclasses as contracts',
    [
      'Use typed dataclasses for hook input/output',
      'HookEvent: hook_type, session_id, orchestrator_id, agent_id, timestamp, tool_name, tool_input, tool_output',
      'tool_output: Optional[str] = None  # PostToolUse only',
      "HookResult: allowed = True, decision = 'allow', reason = None, updated_input = None, inject = None",
      "decision: Literal['allow', 'deny', 'ask']",
      'Type safety, clear contracts, JSON serializable for external hooks',
    ],
  ],
  decision4: [
    'Decision 4: Pattern matching via fnmatch',
    [
      'Use `fnmatch` for tool name matching (glob patterns)',
      'Simple, familiar syntax (`*`, `?`, `[seq]`), no regex complexity for common cases',
      'Example: `matcher: "Write|Edit"` matches Write or Edit tools',
    ],
  ],
  decision5: [
    'Decision 5: External command protocol',
    [
      'JSON stdin/stdout with environment variables',
      'stdin: JSON-encoded HookEvent',
      'stdout: JSON-encoded HookResult',
      'Environment: `MASSGEN_HOOK_TYPE`, `MASSGEN_TOOL_NAME`, etc.',
      'Language-agnostic, follows Claude Code conventions',
    ],
  ],
  decision6: [
    'Decision 6: Error handling - fail open/closed by type',
    [
      "Timeout: Fail open (allow) - don't block agent on slow hooks",
      'Import errors: Fail closed (deny) - configuration error',
      "Runtime errors: Fail open with logging - don't crash agent",
    ],
  ],
  risks: [
    'Risks / Trade-offs',
    [
      'Hook execution overhead: Lazy loading, async execution, short timeouts',
      'Breaking existing permission hooks: Backward compatible HookResult, gradual migration',
      'External hook security: Environment isolation, timeout enforcement',
    ],
  ],
  migration: [
    'Migration Plan',
    [
      'Add new hook types and classes (non-breaking)',
      'Add GeneralHookManager alongside FunctionHookManager',
      'Create built-in hooks for existing patterns',
      'Migrate orchestrator to use new hooks',
      'Deprecate old injection callback patterns',
    ],
  ],
  questions: [
    'Open Questions',
    ['Should we support hook chaining with priority? (Using registration order for now)'],
  ],
};

/** What MassGen's own tests cover (facts on the seed systems, 1.14), as far as it is the work of this door. */
const measured: Readonly<Record<string, readonly string[]>> = {
  'Event and result': [
    'basic creation; Post carries output',
    'to-dict has an ISO timestamp; to-JSON parses',
    'defaults: allow, null inject',
    'deny() sets allowed = false; ask() keeps allowed = true',
    'from-dict keeps inject; allowed = false ⇒ decision deny; decision deny ⇒ allowed = false',
    'error list: add, has, from-dict, default empty',
  ],
  Matcher: ['`*` matches any; exact only; `mcp__*` prefix; `a|b|c` alternation, non-member does not match'],
  'Callable hooks': [
    'sync ok; async deny with reason; dict return',
    'non-matching pattern ⇒ allow without calling',
    'updated_input returned',
    'exception ⇒ allow; fail_closed + exception ⇒ deny "failed"; fail_closed + timeout ⇒ deny "timed out"',
  ],
  Manager: [
    'global registration visible to all; agent registration only to that agent; override hides global for that agent only',
    'deny short-circuits and the reason is kept',
    'two Post injections both present',
    'register from config, both events',
    'deny limited to `Write|Delete`, Read allowed',
    'reason propagates verbatim and is input-dependent',
    'unexpected throw tracked, still allowed; fail_closed throw ⇒ deny; child hook_errors propagate',
  ],
};

export const massgen: readonly Line[] = [
  ...requirements.flatMap(([section, text, scenarios], index) => [
    { id: `000.${index + 1}`, section, text },
    ...scenarios.map((scenario, place) => ({ id: `000.${index + 1}.${place + 1}`, section, text: scenario })),
  ]),
  ...Object.entries(design).flatMap(([key, [section, lines]]) =>
    lines.map((text, index) => ({ id: `004.${key}.${index + 1}`, section, text })),
  ),
  ...Object.entries(measured)
    .flatMap(([section, lines]) => lines.map((text) => ({ section, text })))
    .map((line, index) => ({ id: `facts.1.14.${index + 1}`, ...line })),
];
