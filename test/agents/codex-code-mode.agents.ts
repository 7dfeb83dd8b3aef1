import { codexInCodeMode } from './drivers/codex.ts';
import { describeAgent } from './real-agent.ts';

await describeAgent(codexInCodeMode);
