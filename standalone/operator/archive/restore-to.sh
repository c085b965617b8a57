#!/bin/sh
# sh standalone/operator/archive/restore-to.sh MOMENT|latest: stops everything, restores the composed database to a
# moment, erases people again who were erased since, rebuilds the read models and verifies every hash.
set -eu
cd "$(dirname "$0")/../../.."
[ $# = 1 ] || { echo "usage: sh standalone/operator/archive/restore-to.sh MOMENT|latest" >&2; exit 1; }

# Built first, as the last steps need it.
docker image inspect tillbook-backup >/dev/null 2>&1 || docker compose build backup

# Postgres stops last and archives its WAL.
docker compose --profile '*' stop
docker compose run --rm recover "$1"
docker compose run --rm backup node standalone/operator/restore/main.ts --in-place
docker compose run --rm backup node standalone/operator/audit/main.ts verify
echo 'The log holds. Start the product with: docker compose --profile archive up -d'
