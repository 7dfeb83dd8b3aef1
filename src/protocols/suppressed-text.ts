/** What stands in the place of an output that a hook suppressed. */
export const suppressedText = '[output suppressed by hook]';
