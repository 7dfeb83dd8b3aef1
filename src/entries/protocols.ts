export type { Fields } from '../engine/values/shapes.ts';
export { compileIfRule } from '../permissions/if-rule.ts';

export { compileClaudeMatcher } from '../protocols/claude-code/matcher.ts';
export type { ProcessOutput, Protocol, WireCall } from '../protocols/protocol.ts';
export { findProtocol, protocols } from '../protocols/protocols.ts';
