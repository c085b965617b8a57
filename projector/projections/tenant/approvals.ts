import type { ApprovalState } from "#kernel/contract/api/till/approval.ts";
import { defineProjection } from "#projector/projections/projection.ts";
import { thingsTable } from "#projector/projections/table.ts";

const approval = thingsTable(
  "rm_approvals",
  { approval_id: "uuid" },
  {
    how: "text",
    state: "text",
    entry_id: "uuid",
    what: "text",
    oversell: "boolean?",
    asked_by: "uuid",
    approver: "uuid",
    amount_minor: "bigint?",
    item: "json?",
    asked_ms: "bigint",
    changed_ms: "bigint",
    mine: "boolean?",
  },
);

const stateOf = (state: ApprovalState): ApprovalState => state;

/** A request that is not answered in time changes nothing here: readers compare its time. */
export const approvals = defineProjection("approvals", approval.table, {
  ApprovalRequested: ({ data, actorId, occurredMs }) => [
    approval.put(
      { approval_id: data.approvalId },
      {
        how: "server",
        state: stateOf("waiting"),
        entry_id: data.entryId,
        what: data.what,
        oversell: data.oversell,
        asked_by: actorId,
        approver: data.by,
        amount_minor: data.amountMinor,
        item: data.item,
        asked_ms: occurredMs,
        changed_ms: occurredMs,
      },
    ),
  ],
  ApprovalGiven: ({ data, occurredMs }) => [
    approval.patch(
      { approval_id: data.approvalId },
      { state: stateOf("given"), changed_ms: occurredMs },
    ),
  ],
  ApprovalRefused: ({ data, occurredMs }) => [
    approval.patch(
      { approval_id: data.approvalId },
      { state: stateOf("refused"), changed_ms: occurredMs },
    ),
  ],
  ApprovalClaimed: ({ data, actorId, occurredMs, recordedMs }) => [
    approval.put(
      { approval_id: data.approvalId },
      {
        how: "offline",
        state: stateOf("given"),
        entry_id: data.entryId,
        what: data.what,
        oversell: data.oversell,
        asked_by: actorId,
        approver: data.by,
        amount_minor: data.amountMinor,
        asked_ms: occurredMs,
        changed_ms: recordedMs,
      },
    ),
  ],
  ApprovalAnswered: ({ data }) => [
    approval.patch({ approval_id: data.approvalId }, { mine: data.mine }),
  ],
});
