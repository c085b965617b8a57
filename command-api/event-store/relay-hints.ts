import { type ConnectionSettings, createClient } from "#kernel/platform/postgres.ts";
import { within } from "#kernel/platform/within.ts";

import { pause } from "./relay-leadership.ts";

const AGAIN_AFTER_MS = 500;
const CLOSE_WITHIN_MS = 1_000;

/** Hints only: what is missed while the connection is down is found by the sweep. */
export async function listenForHints(
  database: ConnectionSettings,
  onHint: (tenantIds: readonly string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const client = createClient(database);
    const gone = Promise.withResolvers<void>();
    client.on("error", () => gone.resolve());
    client.on("end", () => gone.resolve());
    client.on("notification", ({ payload = "" }) => onHint(payload.split(",")));
    signal.addEventListener("abort", () => gone.resolve(), { once: true });
    try {
      await client.connect();
      await client.query("listen es_hint");
      await gone.promise;
    } catch {
      // the loop connects again
    }
    await within(CLOSE_WITHIN_MS, "Postgres", client.end()).catch(() => undefined); // gone anyway
    await pause(AGAIN_AFTER_MS, signal);
  }
}
