import { afterEach, describe } from "vitest";

import { abuseStreams, openStreaming, type Streaming } from "#tests/faults/drills/live-streams.ts";
import { row } from "#tests/scorecard/row.ts";

const open: Streaming[] = [];
afterEach(async () => {
  for (const streaming of open.splice(0)) await streaming.close();
});

const MINUTE = 60_000;

describe("500 live streams, 50 of clients that never read", () => {
  row(
    35,
    "memory stays small, and each client gets only its own events",
    async ({ figure, control }) => {
      const streaming = await openStreaming();
      open.push(streaming);
      const seen = await abuseStreams(streaming, { streams: 500, stalled: 50, floodMiB: 16 });
      process.stdout.write(`${JSON.stringify(seen)}\n`);
      figure("streams", seen.streams, { exactly: 500 });
      figure("buffered for one client, MiB", seen.bufferedMiB, { atMost: 1 });
      figure("memory of the server, MiB more", seen.grownMiB, { atMost: 200 });
      figure("events of another shop", seen.foreign, { exactly: 0 });
      figure("clients that never read, still connected", seen.stalledLeft, { exactly: 0 });
      figure("tokens in logs", seen.tokensInLogs, { exactly: 0 });

      const loose = await openStreaming({ liveLimits: { buffered: Number.MAX_SAFE_INTEGER } });
      open.push(loose);
      const unlimited = await abuseStreams(loose, { streams: 40, stalled: 20, floodMiB: 16 });
      process.stdout.write(`without the limit ${JSON.stringify(unlimited)}\n`);
      control("buffered without the limit, MiB", unlimited.bufferedMiB, { atLeast: 1.5 });
      control("memory of the server without the limit, MiB more", unlimited.grownMiB, {
        atLeast: 201,
      });
      control("clients that never read, still connected without the limit", unlimited.stalledLeft, {
        atLeast: 10,
      });
    },
    5 * MINUTE,
  );
});
