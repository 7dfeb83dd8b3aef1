// Builds the package. The tsdown command would add a notice about Node 20, the oldest version that hookline supports.
import { build } from 'tsdown';

await build({ logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' });
