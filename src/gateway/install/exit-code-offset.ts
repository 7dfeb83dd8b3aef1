/**
 * What is added to the exit code of every answer on its way from hookline to the installed line. Agents take an exit code
 * of 0 without a word for a yes, and an empty file, a cut script or another program end with just that: they have not judged.
 */
export const exitCodeOffset = 40;
