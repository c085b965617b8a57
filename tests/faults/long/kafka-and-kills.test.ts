import { kafkaAway } from "#tests/faults/drills/kafka-away.ts";
import { kafkaErased } from "#tests/faults/drills/kafka-erased.ts";
import { killCommandApis } from "#tests/faults/drills/kill-command-apis.ts";
import { killProjectors } from "#tests/faults/drills/kill-projectors.ts";
import { poisonLogs } from "#tests/faults/drills/poison.ts";
import { useDistributed } from "#tests/kit/product/distributed.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";
import { row } from "#tests/scorecard/row.ts";

const MINUTE_MS = 60_000;

describeWith(["postgres", "kafka", "redis"], "the distributed product under long faults", () => {
  const it = useDistributed();

  row(8, "twenty kills of command APIs under load", (test) => killCommandApis(it, test, 20));

  row(9, "twenty kills of projectors and three rebalances while every event comes twice", (test) =>
    killProjectors(it, test, { kills: 20, rebalances: 3 }),
  );

  row(13, "Kafka frozen and gone for five minutes at 50 sales a second", (test) =>
    kafkaAway(it, test, { frozenMs: 2.5 * MINUTE_MS, goneMs: 2.5 * MINUTE_MS }),
  );

  row(19, "the broker killed five times, its offsets deleted and its data erased", (test) =>
    kafkaErased(it, test, { kills: 5, forgetsOffsets: true }),
  );

  row(20, "events that cannot be projected, in the logs of two shops", (test) =>
    poisonLogs(it, test),
  );
});
