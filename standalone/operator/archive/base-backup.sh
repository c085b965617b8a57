#!/bin/sh
# Takes a base backup of the server that PGHOST names into the archive.
set -eu

ask() { psql --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 "$@"; }
folder=/archive/$(ask --command 'select system_identifier from pg_control_system()')
making=$folder/making

# The server writes it itself, checks every page's checksum, and waits until the WAL that it needs is archived.
# As `pg_basebackup --target=server` would ask, but on a connection that the image's pg_hba.conf lets in. psql takes
# the positions that follow the copy for a failure: whether it is whole, the manifest says, which is written last.
mkdir -p "$folder/base"
rm -rf "$making"
ask --output /dev/null "dbname=postgres replication=database" --command "BASE_BACKUP (
  LABEL 'archive', TARGET 'server', TARGET_DETAIL '$making', CHECKPOINT 'fast',
  COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1', MANIFEST 'yes')" || true
[ -s "$making/backup_manifest" ]
# The name is the first moment that it can restore.
mv "$making" "$folder/base/$(date -u +%Y%m%dT%H%M%SZ)"
sync "$folder/base"
