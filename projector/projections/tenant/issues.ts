import { subjectOf } from "#kernel/contract/events/fields.ts";
import type { Applied } from "#kernel/contract/events/recorded.ts";
import type { SaleRecorded } from "#kernel/contract/events/sale.ts";
import { defineProjection, isAboutOwnTenant } from "#projector/projections/projection.ts";
import { sumsTable, thingsTable, type RowChange } from "#projector/projections/table.ts";

// What needs attention and is not in another read model. Stock below 0, numbers and phones that are
// there twice and missing entries are found when they are read: they depend on sums.

const flag = thingsTable(
  "rm_sale_flags",
  { sale_id: "uuid", flag: "text" },
  { occurred_ms: "bigint", claimed_ms: "bigint?", basis: "bigint?" },
);

/** One row for each flag of a sale. */
export const saleFlags = defineProjection("sale_flags", flag.table, {
  SaleRecorded: ({ data: { saleId }, occurredMs, flagged }) =>
    (flagged?.flags ?? []).map((name) =>
      flag.put(
        { sale_id: saleId, flag: name },
        { occurred_ms: occurredMs, claimed_ms: flagged?.claimedMs, basis: flagged?.basis },
      ),
    ),
});

/** The server's own register never gives a number twice. */
const FIRST_TILL = 2;

const receipt = sumsTable(
  "rm_receipt_numbers",
  { register: "bigint", number: "bigint" },
  { sales: "int" },
);

/** How many sales have the number of a receipt, also voided ones. */
export const receiptNumbers = defineProjection("receipt_numbers", receipt.table, {
  SaleRecorded: (event) => counted(event),
});

const counted = ({ data: { register, receiptNumber } }: Applied<SaleRecorded>): RowChange[] =>
  register < FIRST_TILL || receiptNumber === undefined
    ? []
    : [receipt.add({ register: String(register), number: String(receiptNumber) }, { sales: 1 })];

const aside = thingsTable(
  "rm_set_aside",
  { till: "bigint", entry_id: "uuid" },
  {
    entry_seq: "bigint",
    kind: "text",
    reason: "text",
    person: "uuid",
    occurred_ms: "bigint",
    /** Whose key its body is sealed with: a customer's, or its own. */
    subject: "uuid?",
    /** As JSON text, until it is resolved. */
    body: "opened?",
    resolved_as: "text?",
  },
);

/** Entries of tills that could not be applied. */
export const setAside = defineProjection("set_aside", aside.table, {
  EntrySetAside: ({ data, actorId, occurredMs }, open) => [
    aside.put(
      { till: String(data.till), entry_id: data.entryId },
      {
        entry_seq: data.entrySeq,
        kind: data.kind,
        reason: data.reason,
        person: actorId,
        occurred_ms: occurredMs,
        subject: data.body && subjectOf(data.body),
        body: open(data.body),
      },
    ),
  ],
  EntryResolved: ({ data: { till, entryId, as } }) => [
    aside.patch({ till: String(till), entry_id: entryId }, { resolved_as: as, body: null }),
  ],
  CustomerErased: ({ data: { customerId } }) => [aside.erase({ subject: customerId })],
  AccountDeleted: (event) => (isAboutOwnTenant(event) ? [aside.erase()] : []),
});

const resolution = thingsTable(
  "rm_issue_resolutions",
  { kind: "text", thing: "text" },
  { issue_id: "uuid", how: "text", resolved_by: "uuid", resolved_ms: "bigint" },
);

export const issueResolutions = defineProjection("issue_resolutions", resolution.table, {
  IssueResolved: ({ data: { issueId, kind, thing, how }, actorId, occurredMs }) => [
    resolution.put(
      { kind, thing },
      { issue_id: issueId, how, resolved_by: actorId, resolved_ms: occurredMs },
    ),
  ],
});
