import { defineProjection } from "./projection.ts";
import { thingsTable } from "./table.ts";

const bell = thingsTable("rm_bells", { user_id: "uuid" }, { cleared_seq: "bigint" });

/** A projection reads nothing: instead of taking rows away it says up to where they count no more. */
export const bells = defineProjection("bells", bell.table, {
  NotificationsCleared: ({ data, seq }) => [
    bell.put({ user_id: data.userId }, { cleared_seq: seq }),
  ],
});
