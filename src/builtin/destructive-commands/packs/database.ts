export const databaseRules = String.raw`
database.drop deny
  catches SQL that drops or empties tables, schemas or databases, or deletes and updates rows without a condition.
  why the data is lost
  instead Make a backup first, or let a person do it.
  finds dropped
  stops wrangler d1 execute app --command "DROP TABLE users" ¦ turso db shell app "DELETE FROM users" ¦ psql -f drop_all.sql
  stops psql -c "DROP TABLE users" ¦ mysql -e "drop database shop" ¦ sqlite3 app.db "DELETE FROM users;" ¦ echo "drop table a" | psql
  passes psql -c "SELECT 1" ¦ sqlite3 app.db "DELETE FROM users WHERE id = 3" ¦ sqlite3 :memory: "create table t(a); drop table t"
  passes grep -r "DROP TABLE" migrations
database.admin deny
  catches Commands that drop or reset a whole database.
  why the data is lost
  instead Make a backup first, or let a person do it.
  call dropdb|dropuser
  call pg_restore with -c --clean
  call mysqladmin text /\bdrop\b/
  call redis-cli|valkey-cli reads text /(?:^|\s)(?:flushall|flushdb|shutdown|config\s+set\s+(?:dir|dbfilename))\b(?<!\b(?:get|keys|set|del|exists|type|ttl|match|help|info)\s+\w+)/i
  call mongo|mongosh reads text /^(?!.*\bprint\w*\(\s*["']).*(?:dropDatabase|\.drop\(|deleteMany\(\s*\{\s*\}\s*\)|remove\(\s*\{\s*\}\s*\))/m
  call prisma text /\bdb\s+execute\b.*--file/
  call rails|bin/rails|rake reads text /\b(?:runner|console|r|c)\b[\s\S]*\.(?:delete_all|destroy_all|truncate|drop)\b/
  call python|python3|manage.py|django-admin reads text /\bshell(?:_plus)?\b[\s\S]*\.objects\b.*\.delete\(\)/
  call atlas text /\bschema\s+(?:clean|apply\b.*--auto-approve)/
  call hasura text /--down\b.*\ball\b/
  call npm|pnpm|yarn|bun text /(?:^|\s)(?:db|database|prisma|migrate|drizzle)[:_-](?:drop|wipe|nuke|reset|fresh)\b(?!\S*dry)|(?:^|\s)\w*[:_-]?push\b.*--(?:force|accept-data-loss)/
  call php|console|symfony|doctrine|doctrine.php|wp|drush text /\b(?:doctrine:(?:schema|database):drop|orm:schema-tool:drop|site\s+empty|db\s+(?:reset|drop|clean)|sql:drop|sql-drop|site:(?:delete|empty))\b/
  call flyway word /^clean$/
  call mvn|mvnw|gradle|gradlew text /\bflyway:?clean\b|\bliquibase:?drop-?all\b/i
  call liquibase text /\b(?:drop-?all|rollback\w*|rollback-\w+)\b/i
  call goose word /^(?:reset|down-to)$/
  call migrate|golang-migrate text /(?:^|\s)(?:drop\b|down\s+-all\b)/
  call typeorm|typeorm-ts-node-commonjs|typeorm-ts-node-esm|mikro-orm text /\bschema:(?:drop|fresh)\b/
  call diesel|sea-orm-cli|payload text /\b(?:database\s+reset|revert\s+--all|migrate(?:\s+|:)(?:fresh|reset|refresh))\b/
  call drizzle-kit text /\bpush\b.*--force/
  call python|python3|manage.py text /\bmigrate\s+\w+\s+zero\b|\bsqlflush\b/
  call pg_resetwal|pg_dropcluster|memcflush
  call nc|ncat|netcat reads text /(?:^|\n)flush_all\b/
  call cypher-shell reads text /\bdetach\s+delete\b|\bdrop\s+(?:database|constraint|index)\b/i
  call surreal reads text /\bremove\s+(?:database|namespace|table)\b/i
  call redis-cli|valkey-cli text /(?:^|\s)(?:del|unlink)\s.*\$input/i
  call convex|strapi|directus text /\bimport\b.*--(?:replace|force)|\btransfer\b.*--force|\bschema\s+apply\b.*--yes/
  call curl|http|https|xh|wget if deletesRemotely
  call kafka-delete-records|kafka-delete-records.sh
  call kafka-configs|kafka-configs.sh text /retention\.(?:ms|bytes)=\d{1,4}\b/
  call prisma text /\bmigrate\s+reset\b|\bdb\s+push\b.*--(?:force-reset|accept-data-loss)/
  call rails|rake|bin/rails text /\bdb:(?:drop|reset|purge|truncate_all|migrate:reset|schema:load)\b/
  call php|artisan|sail text /\bmigrate:(?:fresh|reset|refresh)\b|\bdb:wipe\b/
  call python|python3 text /\bmanage\.py\s+(?:flush|reset_db)\b/
  call manage.py|django-admin text /\b(?:flush|reset_db)\b/
  call alembic|flask text /\bdowngrade\s+base\b/
  call mix text /\becto\.(?:drop|reset)\b/
  call dotnet text /\bdatabase\s+drop\b/
  call drizzle-kit text /\bdrop\b/
  call etcdctl text /\bdel\b/
  call bundle text /\bdb:(?:drop|reset|purge|truncate_all|schema:load)\b/
  call sequelize|sequelize-cli|knex|typeorm text /\bdb:drop\b|\brollback\s+--all\b|\bschema:drop\b|undo:all\b/
  call supabase text /\bdb\s+reset\b/
  call dynamodb text /delete-table/
  call influx|curl text /\bdrop\s+(?:database|measurement)\b/i
  call influx text /\bdelete\b/
  call curl|http|https word /:9200\/|\/_all\b/ text /DELETE\b/
  call yarn|pnpm|bun|npm text /\bprisma\s+(?:migrate\s+reset|db\s+push\b.*--(?:force-reset|accept-data-loss))/
  stops dropdb shop ¦ redis-cli FLUSHALL ¦ npx prisma migrate reset ¦ rails db:drop ¦ php artisan migrate:fresh ¦ mongosh --eval "db.dropDatabase()"
  stops flyway clean ¦ liquibase dropAll ¦ goose reset ¦ npx drizzle-kit push --force ¦ wp db reset --yes ¦ curl -X DELETE https://api.example.com/v1/projects/4
  passes createdb shop ¦ redis-cli GET a ¦ npx prisma migrate dev ¦ rails db:migrate ¦ flyway migrate ¦ goose up ¦ curl -X DELETE http://localhost:3000/a/1
`;
