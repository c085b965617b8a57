import { useDistributed } from "#tests/kit/product/distributed.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

import { kafkaAway } from "./drills/kafka-away.ts";
import { kafkaErased } from "./drills/kafka-erased.ts";
import { killCommandApis } from "./drills/kill-command-apis.ts";
import { killProjectors } from "./drills/kill-projectors.ts";

// Short runs of the drills whose long runs are in ./long, one after the other on one product.
describeWith(["postgres", "kafka", "redis"], "the distributed product, shortly", () => {
  const it = useDistributed();

  row(8, "three kills of command APIs lose and duplicate nothing", (test) =>
    killCommandApis(it, test, 3),
  );

  row(
    9,
    "two kills of projectors while every event comes twice lose and duplicate nothing",
    (test) => killProjectors(it, test, { kills: 2, rebalances: 0 }),
  );

  row(13, "without Kafka sales go on, and every GET after a 2xx contains the write", (test) =>
    kafkaAway(it, test, { frozenMs: 3_000, goneMs: 3_000 }),
  );

  row(
    19,
    "with Kafka's data erased nothing changes and later events flow without a manual step",
    (test) => kafkaErased(it, test, { kills: 0, forgetsOffsets: false }),
  );
});
