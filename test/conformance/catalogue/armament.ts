import type { Line } from '../line.ts';

// Seed 003, and the cases that its real system is tested by.

const points: readonly Line[] = [
  {
    id: '003.points.pre:message.timing',
    section: 'Hook Points',
    text: 'pre:message: timing: Before sending to LLM',
  },
  { id: '003.points.pre:message.abort', section: 'Hook Points', text: 'pre:message: can abort: Yes' },
  {
    id: '003.points.pre:message.modify',
    section: 'Hook Points',
    text: 'pre:message: can modify: Yes (modify prompt)',
  },
  {
    id: '003.points.post:message.timing',
    section: 'Hook Points',
    text: 'post:message: timing: After LLM response',
  },
  { id: '003.points.post:message.abort', section: 'Hook Points', text: 'post:message: can abort: No' },
  {
    id: '003.points.post:message.modify',
    section: 'Hook Points',
    text: 'post:message: can modify: Yes (modify output)',
  },
  {
    id: '003.points.pre:tool.timing',
    section: 'Hook Points',
    text: 'pre:tool: timing: Before tool execution',
  },
  { id: '003.points.pre:tool.abort', section: 'Hook Points', text: 'pre:tool: can abort: Yes' },
  {
    id: '003.points.pre:tool.modify',
    section: 'Hook Points',
    text: 'pre:tool: can modify: Yes (modify args)',
  },
  {
    id: '003.points.post:tool.timing',
    section: 'Hook Points',
    text: 'post:tool: timing: After tool returns',
  },
  { id: '003.points.post:tool.abort', section: 'Hook Points', text: 'post:tool: can abort: No' },
  {
    id: '003.points.post:tool.modify',
    section: 'Hook Points',
    text: 'post:tool: can modify: Yes (modify result)',
  },
  {
    id: '003.points.pre:agent:spawn.timing',
    section: 'Hook Points',
    text: 'pre:agent:spawn: timing: Before creating agent',
  },
  { id: '003.points.pre:agent:spawn.abort', section: 'Hook Points', text: 'pre:agent:spawn: can abort: Yes' },
  {
    id: '003.points.pre:agent:spawn.modify',
    section: 'Hook Points',
    text: 'pre:agent:spawn: can modify: Yes (modify config)',
  },
  {
    id: '003.points.post:agent:complete.timing',
    section: 'Hook Points',
    text: 'post:agent:complete: timing: After agent finishes',
  },
  {
    id: '003.points.post:agent:complete.abort',
    section: 'Hook Points',
    text: 'post:agent:complete: can abort: No',
  },
  {
    id: '003.points.post:agent:complete.modify',
    section: 'Hook Points',
    text: 'post:agent:complete: can modify: No',
  },
  {
    id: '003.points.pre:session:phase.timing',
    section: 'Hook Points',
    text: 'pre:session:phase: timing: Before phase transition',
  },
  {
    id: '003.points.pre:session:phase.abort',
    section: 'Hook Points',
    text: 'pre:session:phase: can abort: Yes',
  },
  {
    id: '003.points.pre:session:phase.modify',
    section: 'Hook Points',
    text: 'pre:session:phase: can modify: No',
  },
  {
    id: '003.points.post:session:phase.timing',
    section: 'Hook Points',
    text: 'post:session:phase: timing: After phase transition',
  },
  {
    id: '003.points.post:session:phase.abort',
    section: 'Hook Points',
    text: 'post:session:phase: can abort: No',
  },
  {
    id: '003.points.post:session:phase.modify',
    section: 'Hook Points',
    text: 'post:session:phase: can modify: No',
  },
  {
    id: '003.points.pre:git:write.timing',
    section: 'Hook Points',
    text: 'pre:git:write: timing: Before file write (shadow git)',
  },
  { id: '003.points.pre:git:write.abort', section: 'Hook Points', text: 'pre:git:write: can abort: Yes' },
  {
    id: '003.points.pre:git:write.modify',
    section: 'Hook Points',
    text: 'pre:git:write: can modify: Yes (modify content)',
  },
  {
    id: '003.points.post:git:write.timing',
    section: 'Hook Points',
    text: 'post:git:write: timing: After file write',
  },
  { id: '003.points.post:git:write.abort', section: 'Hook Points', text: 'post:git:write: can abort: No' },
  { id: '003.points.post:git:write.modify', section: 'Hook Points', text: 'post:git:write: can modify: No' },
  {
    id: '003.points.pre:view:render.timing',
    section: 'Hook Points',
    text: 'pre:view:render: timing: Before rendering frame',
  },
  { id: '003.points.pre:view:render.abort', section: 'Hook Points', text: 'pre:view:render: can abort: No' },
  {
    id: '003.points.pre:view:render.modify',
    section: 'Hook Points',
    text: 'pre:view:render: can modify: Yes (modify render data)',
  },
];

const overview: readonly Line[] = [
  { id: '003.overview.1', section: 'Overview', text: 'Hooks intercept actions at defined points' },
  {
    id: '003.overview.2',
    section: 'Overview',
    text: 'hooks run before an action and can abort or modify it',
  },
];

const registration: readonly Line[] = [
  {
    id: '003.registration.1',
    section: 'Registration',
    text: "Basic hook: hooks.register('pre:message', async (context) => { console.log('About to send:', context.prompt); })",
  },
  {
    id: '003.registration.2',
    section: 'Registration',
    text: "With priority (lower = earlier): hooks.register('pre:message', handler, { priority: 10 })",
  },
  { id: '003.registration.3', section: 'Registration', text: 'default 100' },
  {
    id: '003.registration.4',
    section: 'Registration',
    text: "Named hook (for enable/disable): hooks.register('pre:tool', handler, { name: 'safety-check' })",
  },
];

const abort: readonly Line[] = [
  { id: '003.abort.1', section: 'Abort Capability', text: 'Pre-hooks can abort the action' },
  {
    id: '003.abort.2',
    section: 'Abort Capability',
    text: "context.tool === 'shell' && context.args.includes('rm') returns { abort: true, reason: 'Destructive command blocked by hook' }",
  },
  {
    id: '003.abort.3',
    section: 'Abort Capability',
    text: "context.prompt.length > 100000 returns { abort: true, reason: 'Prompt too large' }",
  },
];

const modify: readonly Line[] = [
  { id: '003.modify.1', section: 'Modify Capability', text: 'Hooks can transform the action’s data' },
  {
    id: '003.modify.2',
    section: 'Modify Capability',
    text: `Add system context to all prompts: prompt: \`[Project: \${projectName}]\\n\${context.prompt}\``,
  },
  {
    id: '003.modify.3',
    section: 'Modify Capability',
    text: 'Redact secrets from output: modify: { output: redactSecrets(context.output) }',
  },
];

const order: readonly Line[] = [
  {
    id: '003.order.1',
    section: 'Execution Order',
    text: 'Hooks at the same point execute in priority order',
  },
  { id: '003.order.2', section: 'Execution Order', text: '1. Priority 1 hooks (system-critical)' },
  { id: '003.order.3', section: 'Execution Order', text: '2. Priority 10 hooks (security)' },
  { id: '003.order.4', section: 'Execution Order', text: '3. Priority 50 hooks (user scripts)' },
  { id: '003.order.5', section: 'Execution Order', text: '4. Priority 100 hooks (default)' },
  {
    id: '003.order.6',
    section: 'Execution Order',
    text: 'If any hook aborts, subsequent hooks and the action itself don’t run',
  },
];

const errors: readonly Line[] = [
  { id: '003.errors.1', section: 'Error Isolation', text: 'A failing hook doesn’t crash the system' },
  {
    id: '003.errors.2',
    section: 'Error Isolation',
    text: "throw new Error('hook bug'): Error is logged, other hooks still run",
  },
  {
    id: '003.errors.3',
    section: 'Error Isolation',
    text: "Configure error behavior per hook: onError: 'skip'",
  },
  {
    id: '003.errors.4',
    section: 'Error Isolation',
    text: "Configure error behavior per hook: onError: 'abort'",
  },
  {
    id: '003.errors.5',
    section: 'Error Isolation',
    text: "Configure error behavior per hook: onError: 'log'",
  },
];

const enable: readonly Line[] = [
  { id: '003.enable.1', section: 'Enable/Disable', text: 'Toggle hooks by name without unregistering' },
  { id: '003.enable.2', section: 'Enable/Disable', text: "hooks.disable('safety-check')" },
  { id: '003.enable.3', section: 'Enable/Disable', text: "hooks.enable('safety-check')" },
  { id: '003.enable.4', section: 'Enable/Disable', text: "hooks.isEnabled('safety-check'); // boolean" },
];

const scripts: readonly Line[] = [
  { id: '003.scripts.1', section: 'Scripting Integration', text: 'Register hooks from .arma scripts' },
  {
    id: '003.scripts.2',
    section: 'Scripting Integration',
    text: 'hook pre:message /log debug "Sending: $prompt"',
  },
  {
    id: '003.scripts.3',
    section: 'Scripting Integration',
    text: 'hook pre:tool:shell /perms check shellExec',
  },
  {
    id: '003.scripts.4',
    section: 'Scripting Integration',
    text: 'hook post:agent:complete /notify "Agent $agent finished"',
  },
];

const configuration: readonly Line[] = [
  { id: '003.config.1', section: 'Configuration', text: 'errorBehavior: skip' },
  { id: '003.config.2', section: 'Configuration', text: 'errorBehavior: abort' },
  { id: '003.config.3', section: 'Configuration', text: 'errorBehavior: log (the default)' },
  { id: '003.config.4', section: 'Configuration', text: 'timeout: 5000 # Max hook execution time (ms)' },
  { id: '003.config.5', section: 'Configuration', text: 'maxHooksPerPoint: 50 # Safety limit' },
];

const facts: readonly Line[] = [
  { id: 'facts.3.4.1', section: 'Registration', text: 'adds to point' },
  { id: 'facts.3.4.2', section: 'Registration', text: 'get all' },
  { id: 'facts.3.4.3', section: 'Registration', text: 'get by point, sorted' },
  { id: 'facts.3.4.4', section: 'Registration', text: 'unregister' },
  { id: 'facts.3.4.5', section: 'Registration', text: 'duplicate name overwrites (count 1, new priority)' },
  { id: 'facts.3.4.6', section: 'Registration', text: 'empty point ⇒ []' },
  { id: 'facts.3.4.7', section: 'Registration', text: 'unregister unknown does not throw' },
  { id: 'facts.3.4.8', section: 'Order', text: '1, 50, 100' },
  { id: 'facts.3.4.9', section: 'Order', text: 'ties by registration' },
  { id: 'facts.3.4.10', section: 'Order', text: 'disabled skipped' },
  { id: 'facts.3.4.11', section: 'Abort', text: 'stops the chain' },
  { id: 'facts.3.4.12', section: 'Abort', text: 'aborted = true' },
  { id: 'facts.3.4.13', section: 'Abort', text: 'earlier ran, later not' },
  { id: 'facts.3.4.14', section: 'Abort', text: 'reason in output' },
  { id: 'facts.3.4.15', section: 'Modify', text: 'updates' },
  { id: 'facts.3.4.16', section: 'Modify', text: 'accumulates' },
  { id: 'facts.3.4.17', section: 'Modify', text: 'a later hook sees the earlier change' },
  { id: 'facts.3.4.18', section: 'Modify', text: 'all merged' },
  { id: 'facts.3.4.19', section: 'Points', text: 'fires at every point' },
  { id: 'facts.3.4.20', section: 'Errors', text: 'a thrower does not stop the next' },
  { id: 'facts.3.4.21', section: 'Errors', text: 'result.aborted = false' },
  { id: 'facts.3.4.22', section: 'Errors', text: 'execute never rejects' },
  { id: 'facts.3.4.23', section: 'Enable and disable', text: 'a disabled hook does not run' },
  { id: 'facts.3.4.24', section: 'Enable and disable', text: 'an enabled one runs again' },
  { id: 'facts.3.4.25', section: 'Enable and disable', text: 'a hook is enabled from the start' },
  { id: 'facts.3.4.26', section: 'Enable and disable', text: 'of an unknown name: no-op' },
  { id: 'facts.3.4.27', section: 'Enable and disable', text: 'isEnabled(unknown) = false' },
];

const semantics: readonly Line[] = [
  { id: 'facts.3.3.1', section: 'Exact semantics', text: 'lower priority first; ties by registration order' },
  {
    id: 'facts.3.3.2',
    section: 'Exact semantics',
    text: 'a name is globally unique: registering again replaces, also across points',
  },
  { id: 'facts.3.3.3', section: 'Exact semantics', text: 'registering a name again re-enables it' },
  {
    id: 'facts.3.3.4',
    section: 'Exact semantics',
    text: 'registering a name again goes to the back of its tie group',
  },
  {
    id: 'facts.3.3.5',
    section: 'Exact semantics',
    text: 'unregister, enable, disable of an unknown name = no-op',
  },
  {
    id: 'facts.3.3.6',
    section: 'Exact semantics',
    text: 'modifications made before an abort, and by the aborter, stay in the result',
  },
  { id: 'facts.3.3.7', section: 'Exact semantics', text: 'an abort followed by a failure is not lost' },
];

export const armament: readonly Line[] = [
  ...overview,
  ...points,
  ...registration,
  ...abort,
  ...modify,
  ...order,
  ...errors,
  ...enable,
  ...scripts,
  ...configuration,
  ...facts,
  ...semantics,
];
