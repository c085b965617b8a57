import { redisAway } from "#tests/faults/drills/redis-away.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

// Long enough for a p99 of 1,500 sales.
const SECONDS_A_PHASE = 30;

describeWith(["postgres", "kafka", "redis"], "Redis away", () => {
  const it = useDistributed({}, { isRedisProxied: true });

  row(23, "Redis killed, erased, slow and filled with planted keys and messages", (test) =>
    redisAway(it, test, SECONDS_A_PHASE),
  );
});
