// Shapes are stored permanently: add optional fields; never rename, retype or remove one. Sentences may change.
import * as z from "zod";

import { Sealed } from "#kernel/contract/events/fields.ts";
import { because, type Sentences } from "#kernel/contract/events/sentences.ts";

/**
 * `kind` and `thing` are what the id of the issue is computed from: read models compare them, because
 * an issue that depends on sums is no event. `thing` holds ids only. The note is sealed under the id of
 * the issue.
 */
const IssueResolved = z.object({
  type: z.literal("IssueResolved"),
  data: z.object({
    issueId: z.uuid(),
    kind: z.string(),
    thing: z.string(),
    how: z.string(),
    note: z.optional(Sealed),
  }),
});
export type IssueResolved = z.infer<typeof IssueResolved>;

export const IssueEvent = z.discriminatedUnion("type", [IssueResolved]);

export const issueSentences: Sentences<IssueResolved> = {
  IssueResolved: ({ data: { kind, how, note } }, context) =>
    `resolved "${KINDS[kind] ?? kind.replaceAll("-", " ")}": ${HOW[how] ?? how}${because(note && context.open(note))}`,
};

const KINDS: Readonly<Record<string, string>> = {
  "receipt-twice": "two sales with one receipt number",
  double: "sale that may be recorded twice",
  "missing-entries": "entries that have not arrived",
  "below-zero": "stock below 0",
  "no-right": "sale without the right to it",
  "person-unproved": "sale by a person who is not on the staff",
  "other-sum": "sale with another sum",
  "old-price": "sale at another price",
  archived: "sale of a deleted product",
  "product-unknown": "sale of an unknown product",
  "customer-unknown": "sale to an unknown customer",
  "same-phone": "one phone number, several customers",
  clock: "wrong clock",
};

const HOW: Readonly<Record<string, string>> = {
  fine: "it is fine",
  keep: "both are kept",
  wait: "waits for the till",
  missing: "booked as missing",
  lost: "given up as lost",
};
