#!/bin/sh
# restore_command of a restore to a moment: fetch-wal.sh FOLDER %f %p. A missing segment is no error: the server asks
# for the next one until it is missing.
set -eu
kept=$1/wal/$2.gz
[ -e "$kept" ] || exit 1
gunzip -c "$kept" >"$3"
