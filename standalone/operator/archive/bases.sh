#!/bin/sh
# The base backups in the archive, the oldest first: when each was finished, and its folder.
for base in /archive/*/base/*/; do
  [ ! -d "$base" ] || echo "$(basename "$base") ${base%/}"
done | sort
