#!/bin/sh
# archive_command of the composed Postgres: archive-wal.sh %p %f. Unless this ends with 0 the server keeps the segment
# and comes again.
set -eu
path=$1 name=$2

# Where nobody has looked after the archive for a day, the profile is not up: what nobody prunes is not kept.
[ -n "$(find /archive/on -mmin -1440 2>/dev/null)" ] || exit 0

# Each database has a folder of its own, by the number at the beginning of its control file: another one, restored
# into the same volume, counts its segments from the beginning, too.
wal=/archive/$(od -An -tu8 -N8 global/pg_control | tr -d ' ')/wal
kept=$wal/$name.gz
mkdir -p "$wal"

# The server may come twice after a crash. The same is well; another is never written over.
if [ -e "$kept" ]; then
  gunzip -c "$kept" | cmp -s - "$path" && exit 0
  echo "$kept is there already and is another" >&2
  exit 1
fi

gzip -1 -n -c "$path" >"$wal/making"
sync "$wal/making"
mv "$wal/making" "$kept"
sync "$wal"
