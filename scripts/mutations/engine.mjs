const decisions = 'test/engine/outcome/decisions.test.ts';
const guards = 'test/engine/firing/guards.test.ts';
const series = 'test/engine/firing/series.test.ts';
const parallel = 'test/engine/firing/parallel.test.ts';
const modes = 'test/engine/firing/modes.test.ts';
const failure = 'test/engine/outcome/failure.test.ts';
const endChain = 'test/engine/outcome/end-chain.test.ts';
const scopes = 'test/engine/hooks/scopes.test.ts';
const matcher = 'test/engine/hooks/matcher.test.ts';
const foldFile = 'src/engine/outcome/fold.ts';
const recordFile = 'src/engine/firing/firing-record.ts';
const firingFile = 'src/engine/firing/firing.ts';
const callFile = 'src/engine/firing/hook-call.ts';
const planFile = 'src/engine/hooks/plan.ts';

/** @type {readonly import('../mutate.mjs').Mutation[]} */
export const engine = [
  {
    what: 'An allow is as strong as a deny',
    file: foldFile,
    find: '{ allow: 1, ask: 2, deny: 3 }',
    put: '{ allow: 3, ask: 2, deny: 3 }',
    tests: [decisions],
  },
  {
    what: 'An ask does not beat an allow',
    file: foldFile,
    find: '{ allow: 1, ask: 2, deny: 3 }',
    put: '{ allow: 2, ask: 1, deny: 3 }',
    tests: [decisions],
  },
  {
    what: 'Of equal decisions the last counts',
    file: foldFile,
    find: 'strength[this.#decision] >= strength[decision]',
    put: 'strength[this.#decision] > strength[decision]',
    tests: [decisions],
  },
  {
    what: 'A deny does not end the chain',
    file: firingFile,
    find: 'return this.#cancelled !== null || this.#record.denied;',
    put: 'return this.#cancelled !== null;',
    tests: [decisions],
  },
  {
    what: 'A halt does not end the chain',
    file: firingFile,
    find: 'this.#isOver() || this.#record.halted ?',
    put: 'this.#isOver() ?',
    tests: [endChain, series],
  },
  {
    what: 'A halt ends the chain for guards too',
    file: firingFile,
    find: 'const guards = this.#isOver() ? [] :',
    put: 'const guards = this.#isOver() || this.#record.halted ? [] :',
    tests: [decisions],
  },
  {
    what: 'The end of the chain ends the turn',
    file: foldFile,
    find: 'if (chainOnly === true) return;',
    put: '',
    tests: [endChain],
  },
  {
    what: 'A suppression is not kept',
    file: foldFile,
    find: 'this.#suppressed = true;',
    put: '',
    tests: [decisions, 'test/conformance/loop/lifecycle.test.ts'],
  },
  {
    what: 'A resume is not kept',
    file: foldFile,
    find: 'this.#resume = true;',
    put: '',
    tests: ['test/conformance/loop/lifecycle.test.ts'],
  },
  {
    what: 'A change of the subject is not passed on to the next hook',
    file: recordFile,
    find: 'if (this.#fold.version !== version) this.#renewInput(this.#fold.value);',
    put: '',
    tests: [series],
  },
  {
    what: 'A guard does not judge again what was changed after it',
    file: recordFile,
    find: 'if (version === 0) return null;',
    put: 'if (version >= 0) return null;',
    tests: [guards],
  },
  {
    what: 'A guard may change the subject when it judges again',
    file: foldFile,
    find: 'if (again && !restrains(effect))',
    put: 'if (again && restrains(effect) && !restrains(effect))',
    tests: [guards],
  },
  {
    what: 'A guard of a parallel group is taken to have judged what another member made of it',
    file: recordFile,
    find: 'if (isStale) this.#judge(answered.hook, -1);',
    put: '',
    tests: [guards, parallel],
  },
  {
    what: 'A guard whose restraint is dropped has not failed',
    file: recordFile,
    find: 'const failure = answer.failure ?? this.#lostRestraint(hook, obeyed, dropped);',
    put: 'const { failure } = answer;',
    tests: [guards],
  },
  {
    what: 'A closed failure blocks nothing',
    file: recordFile,
    find: 'if (failure !== null) this.#close(hook, failure, obeyed);',
    put: '',
    tests: [failure],
  },
  {
    what: 'Of a reply that failed also grants and changes count',
    file: recordFile,
    find: 'if (failure !== null && !restrains(effect))',
    put: 'if (failure !== null && effect.type === undefined)',
    tests: [failure],
  },
  {
    what: 'What could not be run lets the action go ahead',
    file: 'src/engine/outcome/failure.ts',
    find: 'missing: { closed: true,',
    put: 'missing: { closed: false,',
    tests: [failure],
  },
  {
    what: 'A reply whose decision is unclear lets the action go ahead',
    file: 'src/engine/outcome/failure.ts',
    find: 'unclear: { closed: true,',
    put: 'unclear: { closed: false,',
    tests: [failure, guards],
  },
  {
    what: 'A cancelled firing lets the action go ahead',
    file: recordFile,
    find: 'if (block !== null) this.#fold.block(null, blockEffect(block, failure.message));',
    put: 'void block;',
    tests: [series, failure],
  },
  {
    what: 'An effect that the point does not admit is obeyed',
    file: foldFile,
    find: 'if (!includesEffect(this.#point.rights, effect.type)) {',
    put: 'if (effect.type === undefined) {',
    tests: ['test/conformance/loop/matrix.test.ts'],
  },
  {
    what: 'An effect that the protocol does not have is obeyed',
    file: foldFile,
    find: 'if (!includesEffect(hook.rights, effect.type)) {',
    put: 'if (effect.type === undefined) {',
    tests: ['test/conformance/loop/matrix.test.ts'],
  },
  {
    what: 'An observer decides',
    file: foldFile,
    find: "if (hook.mode === 'observe') return",
    put: 'if (hook.mode === undefined) return',
    tests: [modes],
  },
  {
    what: 'Observers do not run after a deny',
    file: firingFile,
    find: 'const observer = this.#cancelled === null ?',
    put: 'const observer = !this.#isOver() ?',
    tests: [modes],
  },
  {
    what: 'What a background hook decides is obeyed late',
    file: 'src/engine/firing/background.ts',
    find: "if (effect.type === 'inject' && mayInject) {",
    put: "if (effect.type !== 'notify') {",
    tests: [modes],
  },
  {
    what: 'What arrived from the background is lost',
    file: firingFile,
    find: 'this.#record.arrive(engine.background.take(options.agent ?? null));',
    put: 'engine.background.take(options.agent ?? null);',
    tests: [modes],
  },
  {
    what: 'Text for a tool result stays there where there is none',
    file: foldFile,
    find: "const misplaced = injection.into === 'tool_result' && !this.#point.toolResult;",
    put: 'const misplaced = false;',
    tests: [decisions, series, modes],
  },
  {
    what: 'A hook that hangs is waited for for ever',
    file: callFile,
    find: 'setDeadline(this, this.#limitMs);\n    return pending;',
    put: 'return pending;',
    tests: [failure],
  },
  {
    what: 'A second async answer is accepted',
    file: callFile,
    find: "if (this.#phase === 2) return new HookFailure('invalid', 'answered { async: true } for the second time');",
    put: '',
    tests: [modes, failure, 'test/engine/outcome/reply.test.ts'],
  },
  {
    what: 'A late answer of a hook that was given up still counts',
    file: callFile,
    find: 'if (this.abandoned) return;',
    put: '',
    tests: [failure],
  },
  {
    what: 'The members of a group do not share its time',
    file: firingFile,
    find: 'return Math.min(limitMs, endsAt - time);',
    put: 'return limitMs;',
    tests: [parallel, failure],
  },
  {
    what: 'Of a parallel group the first rewrite wins',
    file: recordFile,
    find: 'const lastWriter = answers.findLast(',
    put: 'const lastWriter = answers.find(',
    tests: [parallel],
  },
  {
    what: 'Priority counts downwards',
    file: planFile,
    find: 'left.priority - right.priority ||',
    put: 'right.priority - left.priority ||',
    tests: [series],
  },
  {
    what: 'Scoped hooks run before global ones',
    file: planFile,
    find: 'isScoped(left) - isScoped(right) ||',
    put: 'isScoped(right) - isScoped(left) ||',
    tests: [scopes],
  },
  {
    what: 'A matcher with alternatives takes only the first',
    file: 'src/engine/hooks/matcher.ts',
    find: 'others.length === 0 ? equals(only)',
    put: 'others.length >= 0 ? equals(only)',
    tests: [matcher],
  },
];
