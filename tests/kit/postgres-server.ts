import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { startEmbeddedPostgres } from "#standalone/embedded-postgres.ts";
import { clusterIn } from "#standalone/postgres-cluster.ts";

import type { StartedService } from "./service-types.ts";
