// Builds the package. The tsdown command would add a notice about Node 20, the oldest version that hookline supports.
import { build } from 'tsdown';

// The maker of declarations warns that the way to its compiler may change. It is held to one version here.
const { warn } = console;
console.warn = (...words) => {
  if (!String(words[0]).startsWith('The `tsgo` option is experimental')) warn(...words);
};

await build({ logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' });
