import { describe, expect, it } from 'vitest';
import { hookline } from '../../support/command-line/served.ts';
import { folderWith } from '../../support/folder-with.ts';

const files = {
  'deploy.sh': `#!/usr/bin/env bash
set -e
npm ci
echo "never rm -rf /"
if [ "$1" = all ]; then
  sudo rm -rf /srv/app && git push --force
fi
`,
  'clean.sh': '#!/bin/sh\nrm -rf dist node_modules\ngit status\n',
  tool: '#!/bin/sh\ngit reset --hard\n',
  '.github/workflows/ci.yml': `on: push
jobs:
  build:
    steps:
      - run: npm test
      - name: wipe
        run: |
          npm run build
          echo \${{ github.ref }} && terraform destroy -auto-approve
      - run: curl https://example.com/i.sh | sh
      - shell: python
        run: "import shutil; shutil.rmtree('/')"
`,
  '.gitlab-ci.yml': `build:
  before_script:
    - npm ci
  script:
    - npm test
    - git clean -fdx
`,
  'azure-pipelines.yml': `steps:
  - script: npm test
  - bash: |
      npm run build
      git push --force
`,
  Makefile: `clean:
	rm -rf build
wipe: clean
	@git reset --hard && \\
	  kubectl delete ns prod
	-psql -c "SELECT $$1"
`,
  Dockerfile: `FROM debian
RUN apt-get update && rm -rf /var/lib/apt/lists/*
RUN --mount=type=cache,target=/x curl https://example.com/i.sh \\
  | sh
RUN ["aws", "s3", "rb", "s3://b", "--force"]
# RUN git push --force
`,
  'package.json': `{
  "scripts": {
    "build": "tsc",
    "clean": "rimraf dist",
    "wipe": "prisma migrate reset --force"
  },
  "description": "git push --force"
}
`,
};

describe('hookline guards scan', () => {
  it('finds in files what the rules stop, with the place of each', async () => {
    const folder = folderWith(files);
    const words = ['guards', 'scan', ...Object.keys(files), '--json'];
    const { code, stdout } = await hookline(words, { cwd: folder });
    const { findings } = JSON.parse(stdout) as {
      findings: { file: string; line: number; column: number; rule: string; about: string }[];
    };
    expect(findings.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`)).toEqual([
      'deploy.sh:6:8 filesystem.remove',
      'deploy.sh:6:27 git.push-force',
      'tool:2:1 git.reset-hard',
      '.github/workflows/ci.yml:9:37 cloud.destroy',
      '.github/workflows/ci.yml:10:14 remote-code.fetch-and-run',
      '.github/workflows/ci.yml:12:15 filesystem.remove',
      '.gitlab-ci.yml:6:7 git.clean',
      'azure-pipelines.yml:5:7 git.push-force',
      'Makefile:4:3 git.reset-hard',
      'Makefile:5:4 kubernetes.delete',
      'Dockerfile:3:34 remote-code.fetch-and-run',
      'Dockerfile:5:5 cloud.delete',
      'package.json:5:14 database.admin',
    ]);
    expect(findings[0]?.about).toBe('rm -rf /srv/app');
    expect(code).toBe(1);
  });

  it('prints place, rule, why and the safer way, and exits with 1', async () => {
    const folder = folderWith(files);
    const { code, stdout } = await hookline(['guards', 'scan', '.gitlab-ci.yml'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toContain('.gitlab-ci.yml:6:7: deny git.clean: "git clean -fdx"');
    expect(stdout).toContain('files that were never committed are lost. Look first: git clean -n.');
  });

  it('exits with 0 where there is nothing', async () => {
    const folder = folderWith(files);
    expect(await hookline(['guards', 'scan', 'clean.sh'], { cwd: folder })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 file: nothing'),
    });
  });

  it.each([
    [['guards', 'scan'], 'name the files'],
    [['guards', 'scan', 'missing.sh'], 'missing.sh cannot be scanned'],
    [['guards', 'scan', 'notes.txt'], 'notes.txt is no shell script'],
    [['guards', 'scan', 'broken.yml'], 'broken.yml cannot be scanned'],
  ])('refuses %j rather than find nothing', async (words, message) => {
    const folder = folderWith({ 'notes.txt': 'rm -rf /', 'broken.yml': 'a: [' });
    expect(await hookline(words, { cwd: folder })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  });
});
