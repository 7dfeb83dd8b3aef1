import { spelling } from '../../../shell/queries.ts';
import type { ShellCommand } from '../../../shell/reading.ts';
import { calls, type DangerRule, either, sourceOf } from '../rule.ts';

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
