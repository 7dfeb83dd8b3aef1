export const contentModes = ['full', 'redacted', 'none'] as const;
export type ContentMode = (typeof contentModes)[number];
