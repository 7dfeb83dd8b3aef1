import { claudeCode } from './drivers/claude-code.ts';
import { describeAgent } from './real-agent.ts';

await describeAgent(claudeCode);
