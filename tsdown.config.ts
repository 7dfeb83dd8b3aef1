import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/entries/index.ts',
    agent: 'src/entries/agent.ts',
    handlers: 'src/entries/handlers.ts',
    protocols: 'src/entries/protocols.ts',
    builtin: 'src/entries/builtin.ts',
    config: 'src/entries/config.ts',
    armament: 'src/entries/armament.ts',
    massgen: 'src/entries/massgen.ts',
    runner: 'src/entries/runner.ts',
    'cli/main': 'src/cli/main.ts',
    // What the reference page is made of.
    'cli/commands': 'src/cli/commands.ts',
    // What its benchmark measures.
    shell: 'src/shell/read-shell.ts',
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
  failOnWarn: true,
  // How long plugins take is no fault of the code.
  checks: { pluginTimings: false },
});
