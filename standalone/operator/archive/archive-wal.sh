#!/bin/sh
# archive_command of the composed Postgres: archive-wal.sh %p %f. If it fails, the server keeps the segment and tries
# again.
set -eu
path=$1 name=$2

# Without the profile `archive` nothing prunes the archive, so after a day without it nothing is archived.
[ -n "$(find /archive/on -mmin -1440 2>/dev/null)" ] || exit 0

# Each database has its own folder, named by its system identifier: another database restored into the same volume
# numbers its segments from the beginning, too.
wal=/archive/$(od -An -tu8 -N8 global/pg_control | tr -d ' ')/wal
kept=$wal/$name.gz
mkdir -p "$wal"

# After a crash the server may archive a segment twice. The same content is fine; another is never overwritten.
if [ -e "$kept" ]; then
  gunzip -c "$kept" | cmp -s - "$path" && exit 0
  echo "$kept is there already and is another" >&2
  exit 1
fi

gzip -1 -n -c "$path" >"$wal/making"
sync "$wal/making"
mv "$wal/making" "$kept"
sync "$wal"
