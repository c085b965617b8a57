import type { TillState } from "#kernel/contract/api/till/tills.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { patchOf, thingsTable } from "#projector/projections/table.ts";

const till = thingsTable(
  "rm_tills",
  { till: "bigint" },
  {
    device: "uuid",
    name: "text",
    state: "text",
    enrolled_ms: "bigint",
    enrolled_by: "uuid",
    revoked_ms: "bigint?",
  },
);

export const tills = defineProjection("tills", till.table, {
  TillEnrolled: ({ data, occurredMs, actorId }) => [
    till.put(
      { till: String(data.till) },
      {
        device: data.deviceId,
        name: data.name,
        state: stateOf(data.active),
        enrolled_ms: occurredMs,
        enrolled_by: actorId,
      },
    ),
  ],
  TillChanged: ({ data: { till: number, changes } }) => [
    till.patch(
      { till: String(number) },
      {
        ...patchOf(changes, { name: "name" }),
        ...(changes.active && { state: stateOf(changes.active.to) }),
      },
    ),
  ],
  TillRevoked: ({ data, occurredMs }) => [
    till.patch({ till: String(data.till) }, { state: "revoked", revoked_ms: occurredMs }),
  ],
});

const stateOf = (isActive: boolean): TillState => (isActive ? "active" : "waiting");
