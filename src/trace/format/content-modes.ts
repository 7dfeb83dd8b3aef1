/** How much of what agents and hooks say is recorded. */
export const contentModes = ['full', 'redacted', 'none'] as const;
export type ContentMode = (typeof contentModes)[number];
