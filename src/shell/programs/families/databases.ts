/** Databases, and tools that change it. `card.ts` describes the format. */
export const databaseCards = String.raw`
sqlite3|sqlite|duckdb|spatialite|litecli|libsql: write code…
  -c$ -s$ -/cmd$ -/init* -/batch -/csv -/json -/header -/readonly -/line -/list -/column -/separator: -/bail -/echo -/html
  language sql; changes database; startFiles /^\.sqliterc$/; readsInput
  = sqlite3 a "select 1" → write a, change database
psql|pgcli|usql|cockroach: text…
  -aAbEeHlnqSstwWxXz01 -c$ -d: -f* -F: -h: -L> -o> -p: -P: -R: -T: -U: -v: --command$ --file* --dbname: --host: --port: --username: --output>
  --log-file> --set: --variable: --no-psqlrc --quiet --tuples-only
  language sql; changes database; startFiles /^\.psqlrc$/; readsInput
  = psql -f a → read a, change database
  = psql -o b → write b, change database
mysql|mariadb|mycli|clickhouse-client|clickhouse|sqlplus|sqlcmd|isql|bcp|snowsql|trino|presto|hive|beeline|impala-shell|spark-sql|cqlsh|influx|osqueryi|mssql-cli|db2|tsql|osql|soda: text…
  -ABbCEfGHhiLnNopPqrRsStTuUvVwWX -e$ -q$ -D: -h: -P: -u: -p? --execute$ --query$ --init-command$ --defaults-file< --database: --host: --port:
  --user: --password? --tee> -i* -f*
  language sql; changes database; readsInput
  = mysql -e "select 1" → change database
mongo|mongosh: text…
  --eval$ --file* --host: --port: --username: --password: --quiet --norc
  language javascript; changes database; readsInput
  = mongosh --quiet → change database
redis-cli|valkey-cli|keydb-cli: text…
  -h: -p: -s: -a: -u: -n: -r: -i: -d: -x -c --user: --pass: --tls --no-auth-warning --raw --csv --eval< --rdb> --pipe
  depth 1; groups config script cluster; changes database
  = redis-cli get a → change database
pg_dump|pg_dumpall|mysqldump|mariadb-dump|mongodump|mongoexport|pg_basebackup: text…
  -aAbBcCEFjnNoOsStTUvwWxZ -f> -r> -o> -d: -h: -p: -U: -u: -t: -T: -n: --file> --result-file> --out> --dbname: --host: --port: --username:
  = pg_dump -f a x → write a
pg_restore|mongorestore|mongoimport|mysqlimport: read…
  -acCdFhjlLnOpPsStTUvwWx1 -d: -h: -p: -U: --dbname: --drop --clean --host: --port: --username: --db: --collection:
  changes database
  = pg_restore -d x a → read a, change database
dropdb|createdb|dropuser|createuser|initdb|pg_ctl|pg_ctlcluster|pg_dropcluster|pg_resetwal|pg_rewind|vacuumdb|reindexdb|mysqladmin|mysqlcheck|mysql_secure_installation|mysqld|mongod|redis-server|postgres|pgbench|zkCli.sh|cassandra|nodetool|riak|neo4j-admin|cypher-shell|arangosh|couchdb|memcached|elasticdump|es|opensearch-cli|rabbitmqctl|rabbitmqadmin|kafka-topics|kafka-topics.sh|kafka-consumer-groups.sh|kafka-delete-records|kafka-delete-records.sh|kafka-configs.sh|meilisearch-cli|mosquitto_ctrl|kafka-consumer-groups|kafka-configs|nats|nsc|pulsar-admin|activemq: text…
  -address: --address: -namespace: -f --force -h: -p: -U: -u:
  depth 1; groups kv secrets auth policy token operator lease role collection job acl stream consumer; changes database
  = createdb a → change database
etcdctl|etcdutl|consul|vault: any…
  -address: --address: -namespace: -f --force -h: -p: -U: -u: -/data<
  depth 1; groups kv secrets auth policy token operator lease role acl snapshot; changes database
  = vault kv put x a=@b → read x, write x, read a=@b, write a=@b, read @b, write @b, read b, write b, change database
kcat|kafkacat: read…
  -CPLQGqueJEl -t: -b: -p: -o: -c: -K: -D: -X: -F< -z: -f:
  changes database
  = kcat -P -t x a → read a, change database
prisma|drizzle-kit|goose-db|payload|directus|strapi|sea-orm-cli|knex|sequelize|sequelize-cli|typeorm|mikro-orm|supabase|flyway|liquibase|alembic|dbmate|golang-migrate|migrate|sqlx|diesel|atlas|hasura|wasp|wp|drush|django-admin|sqitch|node-pg-migrate|db-migrate|umzug|ecto|convex|pscale|turso|neonctl|neon|xata|edgedb|gel|surreal|dolt|fauna
  -a: -t: -c: -s: --app: --token: --config: --cwd: --project: --context: --profile: --region: --stage: --access-token: --schema< --file<
  depth 2; reach folder; changes database
  = prisma generate → change database
`;
