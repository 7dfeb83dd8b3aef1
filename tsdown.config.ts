import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    agent: 'src/agent/index.ts',
    handlers: 'src/protocols/handlers.ts',
    protocols: 'src/protocols/protocols.ts',
    builtin: 'src/builtin/builtins.ts',
    config: 'src/config/configuration.ts',
    armament: 'src/front-doors/armament.ts',
    massgen: 'src/front-doors/massgen.ts',
    runner: 'src/front-doors/runner.ts',
    'cli/main': 'src/cli/main.ts',
    // What the reference page is made of.
    'cli/commands': 'src/cli/commands.ts',
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  tsconfig: 'tsconfig.build.json',
  dts: true,
  sourcemap: false,
  clean: true,
  unbundle: false,
  // `type: module` already makes .js an ES module, so .mjs would say it twice.
  fixedExtension: false,
});
