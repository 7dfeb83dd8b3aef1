import type { Form } from './agent-product.ts';

// What agents say alike that took their hooks over from Claude Code.

/** Fields that only this event knows stand beside its name. */
export const specificForm = (hookEventName: string, fields: Form): Form => ({
  hookSpecificOutput: { hookEventName, ...fields },
});

/** Text for the model. */
export const contextForm = (event: string): Form => specificForm(event, { additionalContext: '$context' });

export const blockForm: Form = { decision: 'block', reason: '$reason' };
export const haltForm: Form = { continue: false, stopReason: '$reason' };
export const notifyForm: Form = { systemMessage: '$notice' };
