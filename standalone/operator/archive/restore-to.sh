#!/bin/sh
# sh standalone/operator/archive/restore-to.sh MOMENT|latest: stops everything, brings the composed database back to a moment,
# erases who was erased since, makes the read models anew and looks at every hash. Nobody is let in meanwhile.
set -eu
cd "$(dirname "$0")/../.."
[ $# = 1 ] || { echo "usage: sh standalone/operator/archive/restore-to.sh MOMENT|latest" >&2; exit 1; }

# What the last steps need is there before the first.
docker image inspect tillbook-backup >/dev/null 2>&1 || docker compose build backup

# Postgres, the last to stop, archives what it has.
docker compose --profile '*' stop
docker compose run --rm recover "$1"
docker compose run --rm backup node standalone/operator/restore/main.ts --in-place
docker compose run --rm backup node standalone/operator/audit/main.ts verify
echo 'It holds. Let people in: docker compose --profile archive up -d'
