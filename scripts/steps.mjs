// Runs npm scripts in order and stops at the first that fails, so that the last line always names the culprit.
import { spawnSync } from 'node:child_process';

for (const step of process.argv.slice(2)) {
  console.log(`\n== ${step}`);
  const { status } = spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\n== FAILED: ${step}. Run it alone with: npm run ${step}`);
    process.exit(status ?? 1);
  }
}
console.log('\n== all steps passed');
