import { once } from "node:events";

import { retryDelayMs } from "#kernel/contract/backoff.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { pause, withTimeout } from "#kernel/node/time.ts";

import { type ConnectionSettings, createClient } from "./connections.ts";

export type ListenOptions = Readonly<{
  connection: ConnectionSettings;
  channels: readonly string[];
  onNotice: (channel: string, payload: string) => void;
  log: Log;
}>;

const CLOSE_WITHIN_MS = 1_000;

/**
 * Hears what Postgres notifies, until the signal. What is said while the connection is down is lost, so a
 * notice must never be more than a hint: whoever listens also looks by itself from time to time.
 */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const { channels, log } = options;
  let failures = 0;
  while (!signal.aborted) {
    const err = await listenOnce(options, signal, () => (failures = 0));
    if (signal.aborted) return;
    if (failures === 0) log.warn({ err, channels }, "notices are not heard, looking without them");
    failures += 1;
    await pause(retryDelayMs(failures), signal);
  }
}

/** Ends with the connection, or when it is told to. */
async function listenOnce(
  { connection, channels, onNotice }: ListenOptions,
  signal: AbortSignal,
  onHeard: () => void,
): Promise<unknown> {
  const client = createClient(connection);
  let failure: unknown = new Error("the connection was closed");
  client.on("error", (error) => (failure = error));
  client.on("notification", ({ channel, payload = "" }) => onNotice(channel, payload));
  try {
    await client.connect();
    // Handled where it is made: it may be stopped before it is waited for.
    const ended = once(client, "end", { signal }).catch(() => undefined);
    await client.query(channels.map((channel) => `listen ${channel}`).join("; "));
    onHeard();
    await ended;
  } catch (error) {
    failure = error;
  }
  await withTimeout(CLOSE_WITHIN_MS, "Postgres", client.end()).catch(() => undefined); // gone anyway
  return failure;
}
