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
 * Receives notifications until the signal aborts. Those sent while the connection is down are lost,
 * so a notification is only a hint: callers must also poll.
 */
export async function listen(options: ListenOptions, signal: AbortSignal): Promise<void> {
  const { channels, log } = options;
  let failures = 0;
  while (!signal.aborted) {
    const err = await listenOnce(options, signal, () => (failures = 0));
    if (signal.aborted) return;
    if (failures === 0) {
      log.warn({ err, channels }, "lost the connection for notifications, polling instead");
    }
    failures += 1;
    await pause(retryDelayMs(failures), signal);
  }
}

/** Resolves with the reason why the connection ended. */
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
    // Handled at once: the signal may abort before it is awaited.
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
