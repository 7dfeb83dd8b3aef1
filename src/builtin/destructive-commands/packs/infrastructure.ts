import { spelling } from '../../../shell/queries.ts';
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts';
import { calls, type DangerRule, either, type Finding, type LinePlace, sourceOf } from '../rule.ts';

export const disk: readonly DangerRule[] = [
  {
    id: 'disk.format',
    severity: 'deny',
    catches: 'Making file systems, changing partitions and volumes.',
    why: 'everything on the disk is lost',
    instead: 'Leave disks to a person.',
    test: either(
      formatted,
      calls(
        { program: 'mkswap newfs blkdiscard cfdisk gparted diskpart' },
        { program: 'badblocks', flags: ['-w', '-n'] },
        { program: 'format format.com', word: /^[a-z]:/i },
        { program: 'wipefs', flags: ['-a', '--all', '-o', '--offset'] },
        { program: 'fdisk gdisk', without: ['-l', '--list'] },
        { program: 'sgdisk', without: ['-p', '--print', '-i', '--info'] },
        { program: 'sfdisk', without: ['-l', '--list', '-d', '--dump', '-J', '--json'] },
        { program: 'parted', text: /\b(?:mklabel|mktable|mkpart|rm|resizepart|rescue|mkfs)\b/ },
        { program: 'mdadm', text: /--zero-superblock|--stop|--remove|--create/ },
        { program: 'lvreduce lvresize resize2fs', text: /^/ },
        { program: 'qemu-img', text: /\/dev\/(?:[shv]d|nvme|disk)/ },
        {
          program: 'diskutil',
          text: /\b(?:erase\w*|partitionDisk|zeroDisk|secureErase|apfs\s+delete\w*)\b/i,
        },
        {
          program: 'zfs zpool btrfs lvm',
          text: /\b(?:destroy|delete|labelclear|rollback|lvremove|vgremove|pvremove)\b/,
        },
        { program: 'lvremove vgremove pvremove' },
        { program: 'cryptsetup', text: /\b(?:luksFormat|luksErase|erase|reencrypt)\b/ },
        { program: 'hdparm', text: /--security-erase|--trim/ },
        { program: 'nvme', text: /\b(?:format|sanitize)\b/ },
      ),
    ),
    stops: ['mkfs.ext4 /dev/sda1', 'wipefs -a /dev/sdb', 'fdisk /dev/sda', 'zpool destroy tank'],
    passes: ['fdisk -l', 'lsblk', 'df -h', 'mkfs.ext4 disk.img'],
  },
  {
    id: 'disk.write',
    severity: 'deny',
    catches: 'Writing to a disk directly.',
    why: 'everything on the disk is lost',
    instead: 'Write to a file.',
    test: either(
      calls({ program: 'dd', word: /^of=\/dev\/(?!null|zero|stdout|stderr|tty|fd)/ }),
      (command, { reading }) =>
        [
          ...command.redirections.map(({ target }) => target?.value ?? ''),
          ...(/^(?:tee|shred)$/.test(command.name) ? command.words : []).map(({ value }) => value ?? ''),
          ...(/^(?:cp|mv)$/.test(command.name) ? lastWords(command.words) : []).map(
            ({ value }) => value ?? '',
          ),
        ].some((path) => /^\/dev\/(?:[shv]d[a-z]|nvme|mmcblk|disk|rdisk|mapper\/|md\d|loop\d)/.test(path))
          ? { about: reading.text.slice(command.span.start, command.span.end) }
          : null,
    ),
    stops: ['dd if=/dev/zero of=/dev/sda', 'cat image > /dev/sdb', 'cp image /dev/sda'],
    passes: ['dd if=/dev/zero of=disk.img bs=1M count=10', 'echo x > /dev/null'],
  },
];

/** Making a file system; in a file of the project, nothing else is lost. */
function formatted(command: ShellCommand, { reading }: LinePlace): Finding | null {
  if (!/^(?:mkfs(?:\.\w+)?|mke2fs|mkntfs|mkdosfs)$/.test(command.name)) return null;
  const isImage = command.words.some(({ value }) =>
    /^(?!\/dev\/).+\.(?:img|raw|ext[234])$/.test(value ?? ''),
  );
  const isDevice = command.words.some((word) => /\/dev\/|[$`*?]/.test(spelling(word)));
  return isImage && !isDevice ? null : { about: sourceOf(command, reading) };
}

/** SQL without its texts and comments, unless it runs texts itself. */
function statements(sql: string): string {
  return /\b(?:execute|prepare|do)\b/i.test(sql)
    ? sql
    : sql.replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\//g, (part) =>
        part.startsWith("'") ? "''" : ' ',
      );
}

const clients =
  /^(?:psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|mssql-cli|clickhouse-client|clickhouse|cockroach|bq|snowsql|cqlsh|sqlplus|usql|pgcli|mycli|litecli|trino|presto)$/;

/** A database that nobody has had before and nobody has afterwards, where no other is opened. */
function isInMemory({ name, words }: ShellCommand, texts: readonly string[]): boolean {
  return (
    /^(?:sqlite3|duckdb)$/.test(name) &&
    words[0]?.value === ':memory:' &&
    !texts.some((text) => /\battach\b|\.(?:open|restore|read|shell|system)|[$`]/i.test(text))
  );
}

/** The last word, and those before it where it may vanish. */
function lastWords(words: readonly ShellWord[]): readonly ShellWord[] {
  return words.at(-1)?.value === null ? words : words.slice(-1);
}

const dropping =
  /\b(?:drop\s+(?:table|database|schema|view|index|user|role|tablespace|column|keyspace|collection|owned|materialized|function|type|extension)|truncate\s+(?:table\s+)?\w|delete\s+from\s+[\w."`]+\s*(?:;|$|where\s+(?:1\s*=\s*1|true)\b)|alter\s+table\s+\S+\s+drop\b|update\s+[\w."`]+\s+set\s+(?:(?!where)[\s\S])*$)/i;

export const database: readonly DangerRule[] = [
  {
    id: 'database.drop',
    severity: 'deny',
    catches:
      'SQL that drops or empties tables, schemas or databases, or deletes and updates rows without a condition.',
    why: 'the data is lost',
    instead: 'Make a backup first, or let a person do it.',
    // What the client is told: in its words, in its code, or by what another command prints into it.
    test: (command, { reading }) => {
      if (!clients.test(command.name)) return null;
      const words = [...command.words, ...command.code.map(({ text }) => text)].map(spelling);
      const texts = [...words, command.input ?? ''];
      if (isInMemory(command, texts)) return null;
      return texts.some((text) => dropping.test(statements(text)))
        ? { about: sourceOf(command, reading) }
        : null;
    },
    stops: [
      'psql -c "DROP TABLE users"',
      'mysql -e "drop database shop"',
      'sqlite3 app.db "DELETE FROM users;"',
      'echo "drop table a" | psql',
    ],
    passes: [
      'psql -c "SELECT 1"',
      'sqlite3 app.db "DELETE FROM users WHERE id = 3"',
      'sqlite3 :memory: "create table t(a); drop table t"',
      'grep -r "DROP TABLE" migrations',
    ],
  },
  {
    id: 'database.admin',
    severity: 'deny',
    catches: 'Commands that drop or reset a whole database.',
    why: 'the data is lost',
    instead: 'Make a backup first, or let a person do it.',
    test: either(
      calls(
        { program: 'dropdb dropuser' },
        { program: 'pg_restore', flags: ['-c', '--clean'] },
        { program: 'mysqladmin', text: /\bdrop\b/ },
        {
          program: 'redis-cli valkey-cli',
          text: /(?:^|\s)(?:flushall|flushdb|shutdown|config\s+set\s+(?:dir|dbfilename))\b(?<!\b(?:get|keys|set|del|exists|type|ttl|match|help|info)\s+\w+)/i,
          reads: true,
        },
        {
          program: 'mongo mongosh',
          text: /^(?!.*\bprint\w*\(\s*["']).*(?:dropDatabase|\.drop\(|deleteMany\(\s*\{\s*\}\s*\)|remove\(\s*\{\s*\}\s*\))/m,
          reads: true,
        },
        { program: 'prisma', text: /\bmigrate\s+reset\b|\bdb\s+push\b.*--(?:force-reset|accept-data-loss)/ },
        {
          program: 'rails rake bin/rails',
          text: /\bdb:(?:drop|reset|purge|truncate_all|migrate:reset|schema:load)\b/,
        },
        { program: 'php artisan sail', text: /\bmigrate:(?:fresh|reset|refresh)\b|\bdb:wipe\b/ },
        { program: 'python python3', text: /\bmanage\.py\s+(?:flush|reset_db)\b/ },
        { program: 'manage.py django-admin', text: /\b(?:flush|reset_db)\b/ },
        { program: 'alembic flask', text: /\bdowngrade\s+base\b/ },
        { program: 'mix', text: /\becto\.(?:drop|reset)\b/ },
        { program: 'dotnet', text: /\bdatabase\s+drop\b/ },
        { program: 'drizzle-kit', text: /\bdrop\b/ },
        { program: 'etcdctl', text: /\bdel\b/ },
        { program: 'bundle', text: /\bdb:(?:drop|reset|purge|truncate_all|schema:load)\b/ },
        {
          program: 'sequelize sequelize-cli knex typeorm',
          text: /\bdb:drop\b|\brollback\s+--all\b|\bschema:drop\b|undo:all\b/,
        },
        { program: 'supabase', text: /\bdb\s+reset\b/ },
        { program: 'dynamodb', text: /delete-table/ },
        { program: 'influx curl', text: /\bdrop\s+(?:database|measurement)\b/i },
        { program: 'influx', text: /\bdelete\b/ },
        { program: 'curl http https', text: /DELETE\b/, word: /:9200\/|\/_all\b/ },
        // By a package manager's shorthand.
        {
          program: 'yarn pnpm bun npm',
          text: /\bprisma\s+(?:migrate\s+reset|db\s+push\b.*--(?:force-reset|accept-data-loss))/,
        },
      ),
    ),
    stops: [
      'dropdb shop',
      'redis-cli FLUSHALL',
      'npx prisma migrate reset',
      'rails db:drop',
      'php artisan migrate:fresh',
      'mongosh --eval "db.dropDatabase()"',
    ],
    passes: ['createdb shop', 'redis-cli GET a', 'npx prisma migrate dev', 'rails db:migrate'],
  },
];

export const containers: readonly DangerRule[] = [
  {
    id: 'containers.prune',
    severity: 'deny',
    catches: 'Removing all unused containers, images and volumes.',
    why: 'volumes hold data that is nowhere else',
    instead: 'Remove what you made by name: docker rm NAME.',
    test: calls(
      {
        program: 'docker podman nerdctl',
        sub: ['system prune', 'volume prune', 'container prune', 'network prune', 'pod prune', 'pod rm'],
      },
      {
        program: 'docker podman nerdctl',
        sub: ['image prune', 'builder prune', 'buildx prune'],
        flags: ['-a', '--all'],
      },
      { program: 'crictl', flags: ['--prune', '-a', '--all'], sub: ['rmi', 'rm', 'rmp'] },
      { program: 'docker podman nerdctl', sub: ['volume rm', 'volume remove'] },
      {
        program: 'docker podman nerdctl',
        sub: ['compose down', 'compose rm'],
        flags: ['-v', '--volumes', '--rmi'],
      },
      { program: 'docker-compose podman-compose', sub: ['down', 'rm'], flags: ['-v', '--volumes', '--rmi'] },
      {
        program: 'docker podman nerdctl',
        sub: ['rm', 'container rm'],
        flags: ['-v', '--volumes', '-a', '--all'],
      },
      { program: 'docker', sub: ['swarm leave', 'stack rm', 'service rm', 'secret rm', 'node rm'] },
      { program: 'podman', sub: ['system reset', 'machine reset', 'machine rm'] },
    ),
    stops: [
      'docker system prune -af',
      'docker volume rm data',
      'docker compose down -v',
      'docker-compose down --volumes',
    ],
    passes: ['docker ps', 'docker compose up -d', 'docker compose down', 'docker rm test', 'docker build .'],
  },
  {
    id: 'containers.remove-all',
    severity: 'ask',
    catches: 'Removing or stopping every container or image.',
    why: 'others may need them',
    instead: 'Name what you mean.',
    test: either(
      calls(
        {
          program: 'docker podman nerdctl',
          sub: ['rm', 'rmi', 'kill', 'stop', 'container rm', 'image rm'],
          text: /\$\(|`|\$\{?\w/,
        },
        {
          program: 'docker podman nerdctl',
          sub: ['rmi', 'image rm'],
          flags: ['-f', '--force', '-a', '--all'],
        },
      ),
      (command, place) => {
        const isListed = command.words.some((word) =>
          word.pieces.some((piece) => piece.kind === 'unknown' && /^(?:input|found)$/.test(piece.from)),
        );
        const sub = ['rm', 'rmi', 'kill', 'stop', 'container rm', 'image rm'];
        return isListed ? calls({ program: 'docker podman nerdctl', sub })(command, place) : null;
      },
    ),
    stops: ['docker rm -f $(docker ps -aq)', 'docker rmi $(docker images -q)'],
    passes: ['docker rm -f web', 'docker stop web'],
  },
  {
    id: 'containers.host',
    severity: 'ask',
    catches: 'Giving a container the whole file system of the machine.',
    why: 'what runs in the container can change everything on the machine',
    instead: 'Give it only the folder that it needs: -v "$PWD":/app.',
    test: calls(
      {
        program: 'docker podman nerdctl',
        sub: ['run', 'create', 'container run', 'container create'],
        text: /(?:^|\s)(?:-v|--volume)[= ]?["']?\/:|--mount[= ]\S*(?:source|src)=\/(?:,|\s|$)/,
      },
      { program: 'nsenter', flags: ['-t', '--target'] },
    ),
    stops: ['docker run -v /:/host alpine sh', 'docker run --privileged -v /:/mnt alpine chroot /mnt'],
    passes: ['docker run -v /tmp/data:/data alpine ls', 'docker run --rm alpine ls /'],
  },
];

export const kubernetes: readonly DangerRule[] = [
  {
    id: 'kubernetes.delete',
    severity: 'deny',
    catches: 'Deleting resources, draining nodes, and the like, with kubectl and helm.',
    why: 'what runs there stops, and its data may be lost',
    instead: 'Look with kubectl get and --dry-run=client, and let a person delete.',
    test: calls(
      { program: 'kubectl oc k', sub: ['delete', 'drain', 'cordon', 'taint'], without: ['--dry-run'] },
      { program: 'kubectl oc k', sub: ['replace'], flags: ['--force'] },
      { program: 'kubectl oc k', sub: ['apply'], text: /--prune/ },
      { program: 'kubectl oc k', sub: ['scale'], text: /--replicas[= ]0\b/ },
      { program: 'helm', sub: ['uninstall', 'delete', 'del', 'un'], without: ['--dry-run'] },
      { program: 'helm', sub: ['rollback'], flags: ['--force'] },
      { program: 'helmfile', text: /\b(?:destroy|delete)\b/ },
      { program: 'kind minikube k3d', text: /\bdelete\b/ },
      { program: 'argocd flux', text: /\b(?:delete|uninstall)\b/ },
      { program: 'eksctl', text: /\bdelete\b/ },
      { program: 'istioctl linkerd cilium', text: /\buninstall\b/ },
      { program: 'k3s-uninstall.sh k3s-agent-uninstall.sh rke2-uninstall.sh' },
      { program: 'kubeadm', sub: ['reset'] },
      { program: 'kubectl oc k', sub: ['patch'], text: /finalizers"?\s*:\s*(?:null|\[\s*\])/ },
    ),
    stops: [
      'kubectl delete ns prod',
      'kubectl -n prod delete pod web',
      'helm uninstall web',
      'kubectl drain node1',
    ],
    passes: [
      'kubectl get pods',
      'kubectl apply -f a.yaml',
      'helm list',
      'kubectl delete pod a --dry-run=client',
    ],
  },
];
