import { opencode } from './drivers/opencode.ts';
import { describeAgent } from './real-agent.ts';

await describeAgent(opencode);
