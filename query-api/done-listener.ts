import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import type { Log } from "#kernel/platform/log.ts";
import { createClient, type ConnectionSettings } from "#kernel/platform/postgres.ts";

type Options = Readonly<{
  connection: ConnectionSettings;
  onNews: (payload: string) => void;
  log: Log;
}>;

const LONGEST_PAUSE_MS = 2_000;

/** One connection of this process hears the projector; lost, it is made anew while readers poll. */
export function listenToProjector(options: Options): Readonly<{ close: () => Promise<void> }> {
  const closing = new AbortController();
  const running = keepListening(options, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

async function keepListening(options: Options, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const failure = await listen(options, signal, () => (failures = 0));
    if (signal.aborted) return;
    if (failures === 0) options.log.warn({ err: failure }, "no news of the projector, polling");
    failures += 1;
    const pauseMs = Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS);
    await delay(pauseMs, undefined, { signal }).catch(() => undefined); // closing ends the pause
  }
}

/** Ends when the connection is lost, or when it is told to. */
async function listen(
  { connection, onNews, log }: Options,
  signal: AbortSignal,
  onListening: () => void,
): Promise<unknown> {
  const client = createClient(connection);
  let failure: unknown = new Error("the connection was closed");
  client.on("error", (error) => (failure = error));
  client.on("notification", ({ payload = "" }) => onNews(payload));
  try {
    await client.connect();
    const ended = once(client, "end", { signal });
    ended.catch(() => undefined); // awaited below, unless listening fails first
    await client.query("listen rm_done");
    onListening();
    log.info({}, "listening to the projector");
    await ended;
  } catch (error) {
    failure = error;
  }
  await client.end().catch(() => undefined); // it is lost already
  return failure;
}
