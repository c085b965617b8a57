#!/bin/sh
# drop-old.sh DAYS: deletes what no moment of the last days needs.
set -eu
here=$(dirname "$0")
since=$(date -u -d "-$1 days" +%Y%m%dT%H%M%SZ)

# The first of these moments needs the newest base backup before it.
sh "$here/bases.sh" | awk -v since="$since" '$1 < since { if (last) print last; last = $2 }' |
  while read -r base; do rm -rf "$base"; done

# The segment that recovery from a base backup begins with, without its timeline: that says nothing about age.
first_of() {
  tar -xzOf "$1/base.tar.gz" --occurrence=1 backup_label | sed -n 's/^START WAL.*(file ........\(.*\))$/\1/p'
}
for folder in /archive/*/; do
  folder=${folder%/}
  if [ -z "$(ls "$folder/base" 2>/dev/null)" ]; then
    # Of an earlier database: the running one has a new base backup.
    rm -rf "$folder"
    continue
  fi
  first=$(for base in "$folder"/base/*/; do
    [ ! -d "$base" ] || first_of "$base"
  done | sort | head -n 1)
  [ -n "$first" ] || continue
  # Histories of timelines have shorter names, and are kept.
  find "$folder/wal" -type f -printf '%f\n' |
    awk -v first="$first" 'index($0, ".") == 25 && substr($0, 9, 16) < first' |
    while read -r name; do rm "$folder/wal/$name"; done
done
