import { calls, type DangerRule, either } from '../rule.ts';

import { lose, mirror, packed, recursiveMode, unpacked } from './overwriting.ts';
import { find, remove, removeElsewhere } from './removing.ts';

export const filesystem: readonly DangerRule[] = [
  {
    id: 'filesystem.remove',
    severity: 'deny',
    catches:
      'Removing the project, its history, a home, a system folder or anything outside the project; asks for other folders.',
    why: 'what it removes is gone for good',
    instead: 'Remove single files, or a folder that can be rebuilt, by name within the project.',
    test: either(remove, removeElsewhere),
    stops: [
      'rm -rf /',
      'rm -rf ~',
      'rm -rf .',
      'rm -rf .git',
      'rm -rf src',
      'rm /etc/hosts',
      'rm -rf "$DIR"',
    ],
    passes: ['rm -rf node_modules', 'rm -rf dist build', 'rm a.txt', 'rm -rf /tmp/scratch', 'rm -f *.log'],
  },
  {
    id: 'filesystem.find-delete',
    severity: 'deny',
    catches: 'find -delete outside the project, or of what cannot be rebuilt.',
    why: 'it removes whatever the search finds',
    instead: 'Search within the project by name, look at the list, then remove the files.',
    test: find,
    stops: [
      'find / -name "*.log" -delete',
      'find . -delete',
      'find . -name "*.ts" -delete',
      'find src -type f -delete',
    ],
    passes: [
      'find . -name "*.pyc" -delete',
      'find . -name "*.log" -not -path "./a/*" -delete',
      'find dist -type f -delete',
      'find . -name "*.ts"',
    ],
  },
  {
    id: 'filesystem.lose',
    severity: 'ask',
    catches:
      'Moving files to /dev/null, moving the project away, writing or unpacking over files of the system, and mirroring onto other folders.',
    why: 'what was there before is lost',
    instead: 'Move it to a folder with a name, or copy it first.',
    test: either(lose, mirror, packed, unpacked),
    stops: [
      'mv src /dev/null',
      'mv . /tmp/gone',
      'echo x > /etc/hosts',
      'sudo cp a.conf /etc/hosts',
      'rsync -a --delete a/ ~/',
      'tar -xzf a.tgz -C /',
    ],
    passes: ['mv a.txt b.txt', 'echo x > a.txt', 'npm test > /dev/null 2>&1'],
  },
  {
    id: 'filesystem.permissions',
    severity: 'deny',
    catches:
      'Changing owner or mode of everything below a folder outside the project, or opening the project to everyone or to nobody; asks for files of the system.',
    why: 'who may read and change what cannot be restored',
    instead: 'Change the mode of the files that need it: chmod +x FILE.',
    test: recursiveMode,
    stops: ['chmod -R 777 /', 'chown -R me /usr', 'chmod -R 777 .', 'chmod 777 /etc/shadow'],
    passes: ['chmod +x run.sh', 'chmod -R u+w dist', 'chown me a.txt'],
  },
  {
    id: 'filesystem.truncate',
    severity: 'ask',
    catches: 'Emptying files by pattern.',
    why: 'what was in them is lost',
    instead: 'Empty single files by name.',
    test: calls({ program: 'truncate', flags: ['-s', '--size'], word: /[*?]/ }),
    stops: ['truncate -s 0 *.db'],
    passes: ['truncate -s 0 debug.log'],
  },
];
