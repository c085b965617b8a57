import type { ApprovalState, ApprovalView } from "#kernel/contract/api/till/approval.ts";
import type { ApprovedAct } from "#kernel/contract/api/till/pin.ts";
import { APPROVAL_MS } from "#kernel/contract/approval.ts";
import { prepare, type Prepared } from "#query-api/ask.query.ts";

export type ApprovalRow = {
  approval_id: string;
  how: "server" | "offline";
  state: Exclude<ApprovalState, "expired">;
  entry_id: string;
  what: ApprovedAct;
  oversell: boolean | null;
  asked_by: string;
  asked_by_name: string;
  approver: string;
  approver_name: string;
  amount_minor: number | null;
  item: { name: string; listPriceMinor: number; priceMinor: number } | null;
  asked_ms: number;
  changed_ms: number;
  mine: boolean | null;
};

/** For the person who asked and the one who is asked. */
export const APPROVAL: Prepared<ApprovalRow | null> = prepare({
  name: "approval",
  projections: ["approvals"],
  sql: `
    select json_build_object(
             'approval_id', a.approval_id, 'how', a.how, 'state', a.state, 'entry_id', a.entry_id, 'what', a.what,
             'oversell', a.oversell,
             'asked_by', a.asked_by, 'asked_by_name', trim(concat_ws(' ', f.first_name, f.last_name)),
             'approver', a.approver, 'approver_name', trim(concat_ws(' ', t.first_name, t.last_name)),
             'amount_minor', a.amount_minor, 'item', a.item, 'asked_ms', a.asked_ms, 'changed_ms', a.changed_ms,
             'mine', a.mine)
      from rm.rm_approvals a
      left join auth.names($1) f on f.user_id = a.asked_by
      left join auth.names($1) t on t.user_id = a.approver
     where a.tenant_id = $1 and a.approval_id = ($2->>'approvalId')::uuid
       and ($2->>'userId')::uuid in (a.asked_by, a.approver)`,
});

/** Nothing happens when the time is over, so it is compared when the approval is read. */
export function toApprovalView(row: ApprovalRow, nowMs: number): ApprovalView {
  const untilMs = row.changed_ms + APPROVAL_MS;
  const isOver = row.how === "server" && row.state !== "refused" && nowMs > untilMs;
  return {
    id: row.approval_id,
    how: row.how,
    state: isOver ? "expired" : row.state,
    entry: row.entry_id,
    what: row.what,
    ...(row.oversell && { oversell: row.oversell }),
    asked_by: { id: row.asked_by, name: row.asked_by_name },
    by: { id: row.approver, name: row.approver_name },
    amount_minor: row.amount_minor,
    item: row.item && {
      name: row.item.name,
      list_price_minor: row.item.listPriceMinor,
      price_minor: row.item.priceMinor,
    },
    asked_at: new Date(row.asked_ms).toISOString(),
    until: new Date(untilMs).toISOString(),
    mine: row.mine,
  };
}
