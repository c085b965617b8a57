// A relay in its own process, to be killed. It publishes to its standard output.
import { once } from "node:events";

import * as z from "zod/mini";

import { startRelay } from "#command-api/event-store/relay/relay.ts";
import { silent } from "#tests/kit/fakes/silent-log.ts";

const Database = z.object({ url: z.string(), role: z.string(), password: z.string() });

startRelay({
  database: Database.parse(JSON.parse(process.argv[2] ?? "")),
  log: silent,
  publisher: {
    publish: async (events) => {
      const lines = events.map(({ tenantId, seq }) => `${tenantId} ${seq}\n`).join("");
      if (!process.stdout.write(lines)) await once(process.stdout, "drain");
    },
    close: async () => undefined,
  },
});
process.stdout.write("started\n");
