#!/bin/sh
# Keeps the archive of the composed Postgres: a base backup a day, and all WAL since the oldest of them.
set -eu
here=$(dirname "$0")

if [ "$(id -u)" = 0 ]; then
  # A new volume belongs to root, and the server must write into it.
  chown postgres:postgres /archive
  exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0"
fi
chmod 700 /archive
trap 'exit 0' TERM INT

ask() { psql --no-psqlrc --quiet --tuples-only --no-align "$@"; }

# Makes a commit and ends its segment: commits are in the archive within a minute, and every moment has a later commit,
# by which a restore knows that it has reached it.
tick() {
  touch /archive/on
  ask --output /dev/null --command 'select pg_current_xact_id()' --command 'select pg_switch_wal()'
}
(while :; do tick || true; sleep 50; done) &

is_due() {
  system=$(ask --command 'select system_identifier from pg_control_system()') || return 1
  [ -z "$(find "/archive/$system/base" -mindepth 1 -mmin -1440 2>/dev/null)" ]
}
while :; do
  if is_due; then
    sh "$here/base-backup.sh" && sh "$here/drop-old.sh" "$ARCHIVE_DAYS" || echo 'No base backup; trying again in a minute.'
  fi
  sleep 60 &
  wait $!
done
