const hookline = 'test/protocols/hookline/hookline.test.ts';
const massgen = 'test/protocols/massgen/massgen.test.ts';
const agentSdk = 'test/protocols/agent-sdk/agent-sdk.test.ts';
const armament = 'test/protocols/armament/armament.test.ts';
const claudeCode = 'test/protocols/claude-code/claude-code.test.ts';
const traps = 'test/protocols/reply/traps.test.ts';
const results = 'test/conformance/loop/results.test.ts';
const matrix = 'test/conformance/loop/matrix.test.ts';
const sdkFile = 'src/protocols/reply/sdk-reply.ts';
const hooklineFile = 'src/protocols/hookline/hookline.ts';
const massgenFile = 'src/protocols/massgen/massgen.ts';
const claudeFile = 'src/protocols/claude-code/claude-code.ts';

/** @type {readonly import('../mutate.mjs').Mutation[]} */
export const protocols = [
  {
    what: 'agent-sdk: decision "block" is not read',
    file: 'src/protocols/agent-sdk/agent-sdk.ts',
    find: "if (decision === 'block' || decision === 'deny') {",
    put: "if (decision === 'deny') {",
    tests: [results],
  },
  {
    what: 'agent-sdk: decision "deny" is not read',
    file: 'src/protocols/agent-sdk/agent-sdk.ts',
    find: "if (decision === 'block' || decision === 'deny') {",
    put: "if (decision === 'block') {",
    tests: [matrix, agentSdk],
  },
  {
    what: 'agent-sdk: a hook at PostToolUseFailure may suppress',
    file: 'src/protocols/agent-sdk/agent-sdk.ts',
    find: "PostToolUseFailure: ['inject', 'halt'],",
    put: "PostToolUseFailure: ['inject', 'halt', 'suppress'],",
    tests: [matrix],
  },
  {
    what: 'permissionDecision is not read',
    file: sdkFile,
    find: 'if (word !== undefined) specific.reader.add({ allow, deny, ask }[word](reason));\n  else if',
    put: 'if',
    tests: [results],
  },
  {
    what: 'The behavior of a PermissionRequest is not read',
    file: sdkFile,
    find: "if (behavior !== undefined) reader.add(behavior === 'allow' ? allow(message) : deny(message));",
    put: '',
    tests: [results],
  },
  {
    what: 'The interrupt of a PermissionRequest is not read',
    file: sdkFile,
    find: 'if (interrupt === true) reader.add(halt(message));',
    put: '',
    tests: [results],
  },
  {
    what: 'updatedInput is read where there is no input',
    file: sdkFile,
    find: 'if (point.subject === subject) reader.add(modify(value));',
    put: 'if (point.subject !== null) reader.add(modify(value));',
    tests: [matrix],
  },
  {
    what: 'suppressOutput is not read',
    file: sdkFile,
    find: "if (hides === true && fields.reader.call.point.block === 'suppress') fields.reader.add(suppress());",
    put: 'void hides;',
    tests: [results],
  },
  {
    what: 'systemMessage is not read',
    file: sdkFile,
    find: "readContext(fields, 'systemMessage');",
    put: '',
    tests: [results],
  },
  {
    what: 'additionalContext is not read',
    file: sdkFile,
    find: "readContext(specific, 'additionalContext');",
    put: '',
    tests: [results],
  },
  {
    what: 'continue: true does not resume',
    file: sdkFile,
    find: "if (point.block === 'resume' && !teamPoints.includes(point.name)) reader.add(resume(reason));",
    put: '',
    tests: [results],
  },
  {
    what: 'continue: false at a tool ends the turn on the wire of Goat',
    file: sdkFile,
    find: 'else if (isGoat && toolPoints.includes(point.name))',
    put: 'else if (!isGoat && toolPoints.includes(point.name))',
    tests: [results],
  },
  {
    what: 'continue: false with a reason does not send a teammate back',
    file: sdkFile,
    find: "if (teamPoints.includes(point.name) && feedback !== '') reader.add(...blockEffects(point, feedback));\n  else if",
    put: 'if',
    tests: ['test/conformance/loop/lifecycle.test.ts'],
  },
  {
    what: 'continue: false at PermissionRequest does not deny',
    file: sdkFile,
    find: "if (point.name === 'PermissionRequest' && !reader.effects.some(isDecision)) {",
    put: "if (point.name === '' && !reader.effects.some(isDecision)) {",
    tests: ['test/conformance/goat/matrix.test.ts'],
  },
  {
    what: 'A block at a point that suppresses is a deny',
    file: 'src/protocols/reply/block.ts',
    find: "case 'suppress':",
    put: "case 'never' as never:",
    tests: [hookline, claudeCode],
  },
  {
    what: 'hookline: exit code 2 does not refuse',
    file: hooklineFile,
    find: 'if (output.exitCode === 2) return refuse(output, call, effectsOf(read));',
    put: '',
    tests: [hookline],
  },
  {
    what: 'hookline: an allow beside exit code 2 counts',
    file: hooklineFile,
    find: "const said = answered.filter(({ type }) => type !== 'allow');\n  const block",
    put: 'const said = answered;\n  const block',
    tests: [hookline, traps],
  },
  {
    what: 'hookline: allowed: false does not deny',
    file: hooklineFile,
    find: 'allowed === false || abort === true',
    put: 'abort === true',
    tests: [hookline],
  },
  {
    what: 'hookline: abort: true does not deny',
    file: hooklineFile,
    find: 'allowed === false || abort === true',
    put: 'allowed === false',
    tests: [hookline],
  },
  {
    what: 'hookline: decision "allow" is a grant',
    file: hooklineFile,
    find: "else if (decision === 'approve') reader.add",
    put: "else if (decision === 'approve' || decision === 'allow') reader.add",
    tests: [hookline],
  },
  {
    what: 'hookline: what a hook restrained before it exited with an error is lost',
    file: hooklineFile,
    find: 'throw exitFailure(output, effectsOf(read).filter(restrains));',
    put: 'throw exitFailure(output, []);',
    tests: [hookline, traps],
  },
  {
    what: 'massgen: allowed: false does not deny',
    file: massgenFile,
    find: "if (allowed === false || decision === 'deny') reader.add(deny(reason));",
    put: "if (decision === 'deny') reader.add(deny(reason));",
    tests: [massgen],
  },
  {
    what: 'massgen: updated_input replaces the output',
    file: massgenFile,
    find: "if (point.subject === 'tool_input') reader.add(modify(value));",
    put: 'if (point.subject !== null) reader.add(modify(value));',
    tests: [massgen],
  },
  {
    what: 'massgen: updated_output is not read',
    file: massgenFile,
    find: "if (subject === 'tool_response' || subject === 'error') reader.add(modify(output));",
    put: "if (subject === '') reader.add(modify(output));",
    tests: [massgen, hookline],
  },
  {
    what: 'massgen: the strategy of an injection is ignored',
    file: massgenFile,
    find: "const into = injection.word('strategy', strategies) ?? usual;",
    put: 'const into = usual;',
    tests: [massgen],
  },
  {
    what: 'claude-code: exit code 2 does not block',
    file: claudeFile,
    find: "exitCode === 2 && event?.exitTwo !== 'ignored';",
    put: 'exitCode === 22;',
    tests: [claudeCode],
  },
  {
    what: 'claude-code: a guard may answer with plain text',
    file: claudeFile,
    find: 'if (call.context.guard === true) {',
    put: 'if (call.context.guard === null) {',
    tests: [claudeCode, traps, 'test/protocols/reply/not-understood.test.ts'],
  },
  {
    what: 'armament: abort is not read',
    file: 'src/protocols/armament/armament.ts',
    find: "if (fields.decidingFlag('abort') === true)",
    put: "if (fields.decidingFlag('abort') === null)",
    tests: [armament],
  },
];
