import { gemini } from './drivers/gemini.ts';
import { describeAgent } from './real-agent.ts';

await describeAgent(gemini);
