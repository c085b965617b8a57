import type { HttpApp } from "#kernel/node/http/server.ts";
import type { Log } from "#kernel/node/logging/logger.ts";
import { pause, repeatEvery } from "#kernel/node/time.ts";

import { measurePlatform } from "./platform-metrics.ts";
import { createProbe, type ProbeOptions, SLOT_MS, countRequests } from "./probe.ts";
import { watch, type WatchOptions } from "./watch.ts";

const WATCH_EVERY_MS = 15_000;

type ObserveOptions = Omit<ProbeOptions, "counts" | "isReady"> &
  WatchOptions &
  Readonly<{ log: Log }>;

/** Probes dependencies and watches for system alerts from when the API is ready until it closes. */
export function observe(app: HttpApp, { log, ...ports }: ObserveOptions): void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const counts = countRequests(app);
  const isReady = async (): Promise<boolean> =>
    (await app.inject({ url: "/health/ready" })).statusCode === 200;
  const endMeasuring = measurePlatform(ports);
  let running: Promise<unknown> = Promise.resolve();

  app.addHook("onReady", (done) => {
    const probe = createProbe({ ...ports, counts, isReady });
    const begin = async (): Promise<void> => {
      // Skips the time a process takes to start, which is no downtime.
      await pause(SLOT_MS, signal);
      await Promise.all([
        repeatEvery("probes", probe, { everyMs: SLOT_MS, log, signal }),
        repeatEvery("system alerts", () => watch(ports), { everyMs: WATCH_EVERY_MS, log, signal }),
      ]);
    };
    running = begin();
    done();
  });
  app.addHook("onClose", async () => {
    stopping.abort();
    endMeasuring();
    await running;
  });
}
