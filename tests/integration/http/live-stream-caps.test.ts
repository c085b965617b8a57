import { afterEach, describe, expect, test } from "vitest";

import {
  abuseStreams,
  burst,
  openStreaming,
  type Streaming,
} from "#tests/faults/drills/live-streams.ts";
import type { TwoTenantsOptions } from "#tests/integration/command-api/routes/two-tenants.ts";
import { row } from "#tests/scorecard/row.ts";

const open: Streaming[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function streaming(options: TwoTenantsOptions = {}): Promise<Streaming> {
  const opened = await openStreaming(options);
  open.push(opened);
  return opened;
}

const BURST = 100;

describe("live streams", () => {
  row(35, "one person asks for 100 streams at the same moment", async ({ figure, control }) => {
    const left = await burst(await streaming(), BURST);
    process.stdout.write(`${BURST} streams asked for at once: ${left} open\n`);
    figure("streams of one person open after a burst of 100", left, { exactly: 20 });
    const unlimited = await burst(await streaming({ liveLimits: { ofPerson: 1_000 } }), BURST);
    control("open after the burst without the limit", unlimited, { atLeast: 21 });
  });

  row(35, "clients that never read are cut off", async ({ figure, control }) => {
    const size = { streams: 60, stalled: 4, floodMiB: 12 };
    const seen = await abuseStreams(await streaming(), size);
    process.stdout.write(`${JSON.stringify(seen)}\n`);
    figure("buffered for one client, MiB", seen.bufferedMiB, { atMost: 1 });
    figure("events of another shop", seen.foreign, { exactly: 0 });
    figure("tokens in logs", seen.tokensInLogs, { exactly: 0 });
    const unlimited = { liveLimits: { buffered: Number.MAX_SAFE_INTEGER } };
    const loose = await abuseStreams(await streaming(unlimited), { ...size, streams: 24 });
    control("buffered without the limit, MiB", loose.bufferedMiB, { atLeast: 1.5 });
  });

  test("of one business and of one process have their own limits, and places are free again", async () => {
    const small = await streaming({ liveLimits: { ofTenant: 5, ofProcess: 8 } });
    expect(await burst(small, 30)).toBe(5);
    const served = async () => (await small.server.seen()).served;
    await expect.poll(served).toBe(0);
    expect(await burst(small, 30)).toBe(5);
    await expect.poll(served).toBe(0);
    const position = await fetch(`http://127.0.0.1:${small.port}/api/v1/live`, {
      headers: { authorization: `Bearer ${small.apis.tokenOf("owner")}` },
    });
    expect(position.status).toBe(200); // A position is not a stream.
  });

  test("one process holds no more than its own limit, also where a business may have more", async () => {
    expect(await burst(await streaming({ liveLimits: { ofTenant: 50, ofProcess: 8 } }), 30)).toBe(
      8,
    );
  });
});
