#!/bin/sh
# restore_command of a restore to a moment: fetch-wal.sh FOLDER %f %p. That one is not there is no fault: the server
# asks until it is told so.
set -eu
kept=$1/wal/$2.gz
[ -e "$kept" ] || exit 1
gunzip -c "$kept" >"$3"
