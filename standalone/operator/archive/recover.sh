#!/bin/sh
# recover.sh MOMENT|latest: restores the database of that moment from the archive. The present database is kept beside
# it, and is not touched before the last step.
set -eu
here=$(dirname "$0")
data=$PGDATA
aside=$data.restoring
sockets=/tmp

fail() {
  echo "$*" >&2
  exit 1
}
as_postgres='setpriv --reuid=postgres --regid=postgres --init-groups'

[ $# = 1 ] || fail "usage: recover.sh MOMENT|latest     such as '2026-11-22 10:15:00', in UTC unless it says otherwise"
# Resolving an unknown host name can take long.
if timeout 3 pg_isready --quiet --host=postgres; then fail "Postgres is running: stop everything first."; fi
if [ "$1" = latest ]; then
  before=99991231T235959Z
else
  moment=$(date -u -d "$1" +'%Y-%m-%d %H:%M:%S.%6N+00') || fail "$1 is no moment."
  before=$(date -u -d "$1" +%Y%m%dT%H%M%SZ)
  [ "$(date -u -d "$1" +%s)" -le "$(date -u +%s)" ] || fail "$moment has not come yet."
fi

base=$(sh "$here/bases.sh" | awk -v before="$before" '$1 < before { base = $2 } END { print base }')
[ -n "$base" ] || fail "No base backup is older. The oldest: $(sh "$here/bases.sh" | head -n 1)"
folder=${base%/base/*}
echo "From $base to ${moment:-the end of the archive}"

rm -rf "$aside"
mkdir -p "$aside"
chown postgres:postgres "$aside"
$as_postgres chmod 700 "$aside"
$as_postgres tar -xzf "$base/base.tar.gz" -C "$aside"
# What the server that is there had not archived, if it is the same one.
if [ "$(od -An -N8 "$data/global/pg_control" 2>/dev/null)" = "$(od -An -N8 "$aside/global/pg_control")" ]; then
  find "$data/pg_wal" -maxdepth 1 -type f -name '????????????????????????' -exec cp -t "$aside/pg_wal" {} +
  chown -R postgres:postgres "$aside/pg_wal"
fi
$as_postgres touch "$aside/recovery.signal" /archive/on

# No client can connect before the moment is reached. The timeline is that of the base backup: each restore ends with a
# base backup of its own timeline, so it is also that of the moment.
$as_postgres postgres -D "$aside" -c listen_addresses='' -c unix_socket_directories="$sockets" -c hot_standby=off \
  -c archive_mode=on -c archive_command="sh $here/archive-wal.sh %p %f" \
  -c restore_command="sh $here/fetch-wal.sh $folder %f %p" -c recovery_target_timeline=current \
  -c recovery_target_time="${moment:-}" -c recovery_target_action=promote &
server=$!
# The check of pg_ctl; trying to connect would only fill the log.
until [ "$(sed -n 8p "$aside/postmaster.pid" 2>/dev/null | tr -d ' ')" = ready ]; do
  if ! kill -0 "$server" 2>/dev/null; then
    rm -rf "$aside"
    fail "It could not be brought there. Where the archive ends earlier, 'latest' is all that is in it."
  fi
  sleep 0.2
done
$as_postgres env PGHOST="$sockets" PGUSER=postgres sh "$here/base-backup.sh"
kill -INT "$server"
wait "$server"

if [ -e "$data" ]; then
  kept=$data.before-$(date -u +%Y%m%dT%H%M%SZ)
  mv "$data" "$kept"
  echo "The database as it was is kept in $kept"
fi
mv "$aside" "$data"
sync "$(dirname "$data")"
echo "Postgres is as of ${moment:-the end of the archive}"
