import { words } from '../../engine/values/text.ts';
import type { Access } from '../../shell/actions/path-use.ts';
import { lockFiles } from '../lock-files.ts';

export interface FileGroup {
  readonly id: string;
  /** As in .gitignore, but a pattern without a slash is about files of that name only. `~/` is the home folder. */
  readonly files: readonly string[];
  readonly except: readonly string[];
  readonly forbids: readonly Access[];
  /** Whether git may put back a state that it has recorded. */
  readonly fromGit: boolean;
  readonly why: string;
  readonly instead: string;
  /** Names to compare with a path of which only a part is known. */
  readonly samples: readonly string[];
}

export const recommendedGroups: readonly FileGroup[] = [
  {
    id: 'env',
    files: ['.env', '.env.*', '.envrc', '*.env', '//proc/*/environ'],
    except: words(`
      .env.example .env.sample .env.template .env.dist .env.defaults .env.*.example .env.*.sample .env.*.template
      example.env sample.env template.env .env.ts .env.js .env.d.ts
    `),
    forbids: ['read', 'write', 'delete'],
    fromGit: false,
    why: 'it holds the secrets of this environment',
    instead:
      'Read .env.example for the names. Let the program load the file itself, as in `node --env-file=.env app.js`, and ask the person to change it.',
    samples: ['.env', '.env.local', '.env.production'],
  },
  {
    id: 'keys',
    files: words(`
      *.pem *.key *.p12 *.pfx *.jks *.keystore *.ppk *.kdbx
      id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk .netrc .pgpass .git-credentials .pypirc .htpasswd
      ~/.ssh/** ~/.gnupg/** ~/.aws/credentials ~/.aws/sso/** ~/.azure/** ~/.config/gcloud/** ~/.config/gh/hosts.yml
      ~/.kube/config ~/.docker/config.json ~/.npmrc ~/.cargo/credentials* ~/.gem/credentials ~/.vault-token //etc/shadow* //etc/gshadow*
    `),
    except: words(`
      *.pub ~/.ssh/known_hosts* ~/.ssh/config ~/.ssh/config.d/** cacert.pem ca.pem cert.pem fullchain.pem chain.pem
      *.crt.pem *.cert.pem public.pem *public*.pem *.pub.pem
    `),
    forbids: ['read', 'write', 'delete'],
    fromGit: false,
    why: 'it holds a key or the means to sign in',
    instead: 'Let the program that needs it read it (`ssh -i`, `curl --key`), or ask the person.',
    samples: ['id_rsa', 'id_ed25519', 'server.pem', 'server.key', '.netrc'],
  },
  {
    id: 'lock',
    files: lockFiles,
    except: [],
    forbids: ['write'],
    fromGit: true,
    why: 'it is the record of a package manager',
    instead: 'Change the manifest and run the package manager, as in `npm install`.',
    samples: ['package-lock.json', 'yarn.lock', 'go.sum'],
  },
  {
    id: 'ci',
    files: words(`
      **/.github/workflows/** **/.github/actions/** .gitlab-ci.yml .gitlab-ci.yaml **/.circleci/** .travis.yml
      Jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml .drone.yml **/.buildkite/** cloudbuild.yaml appveyor.yml
      **/.woodpecker/** .woodpecker.yml CODEOWNERS
    `),
    except: [],
    forbids: ['write', 'delete'],
    fromGit: false,
    why: 'it decides what runs with the rights of the project',
    instead: 'Propose the change to the person, who can make it or switch this group off.',
    samples: ['.gitlab-ci.yml', 'Jenkinsfile'],
  },
  {
    id: 'git',
    files: ['**/.git/**', '.git'],
    except: ['**/.git/*.lock', '**/.git/COMMIT_EDITMSG', '**/.git/info/exclude'],
    forbids: ['write', 'delete'],
    fromGit: false,
    why: 'it is the store of the repository, and its hooks run programs',
    instead: 'Use git itself, as in `git config` or `git update-ref`.',
    samples: [],
  },
];
