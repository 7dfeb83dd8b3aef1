// Checks every policy at one front in a process of its own, for fronts that need a newer Node: `node run.ts mastra FOLDER`.
import type { Front } from './front.ts';
import { checkPolicy, policies } from './policies.ts';

const [, , name = '', folder = ''] = process.argv;
const front: Front =
  name === 'mastra'
    ? (await import('./mastra.ts')).mastra(folder)
    : ((await import('./ai-sdk.ts')).aiSdk.find((one) => one.name === name) ?? fail());

const results: Record<string, string> = {};
for (const policy of policies) {
  const problem = await checkPolicy(policy, front).then(
    () => '',
    (error: Error) => error.message,
  );
  results[policy.name] = problem;
}
console.log(JSON.stringify(results));
process.exit(0);

function fail(): never {
  throw new Error(`there is no front "${name}"`);
}
