import { createHeavyWork } from "#kernel/node/limits/heavy-work.ts";

/** No limits: for tests that look for loss, duplicates and speed. */
export const LIMITLESS = {
  REGISTRATIONS_PER_HOUR: "100000",
  SIGN_INS_PER_MINUTE: "100000",
  REQUESTS_PER_MINUTE: "1000000",
  WRITES_PER_MINUTE: "1000000",
  REQUESTS_PER_SECOND: "1000000",
  WRITES_PER_SECOND: "1000000",
  HEAVY_REQUESTS_AT_ONCE: "1000",
  HEAVY_WORK_AT_ONCE: "1000",
  HEAVY_WORK_PERCENT: "100",
  LIVE_STREAMS_PER_USER: "10000",
  LIVE_STREAMS_PER_BUSINESS: "100000",
  LIVE_STREAMS: "100000",
  CONNECTIONS: "100000",
  CONNECTIONS_PER_ADDRESS: "100000",
};

/** The same for heavy work in the test's own process. */
export const limitlessWork = () =>
  createHeavyWork({ requestsAtOnce: 1_000, piecesAtOnce: 1_000, percent: 100 });
