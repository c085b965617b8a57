import * as z from "zod/mini";

import { optionalText } from "#kernel/contract/api/fields.ts";

export const ISSUES_PATH = "/api/v1/issues";

/** What needs attention, the most urgent kind first. */
export const IssueKind = z.enum([
  "set-aside",
  "receipt-twice",
  "double",
  "missing-entries",
  "below-zero",
  "no-right",
  "person-unproved",
  "other-sum",
  "old-price",
  "archived",
  "product-unknown",
  "customer-unknown",
  "same-phone",
  "clock",
]);
export type IssueKind = z.infer<typeof IssueKind>;

/**
 * How an issue is resolved. `missing` books the stock up to 0, `lost` gives up entries of a removed
 * till, `record` and `discard` are for an entry that was set aside. The others only say that the
 * issue was seen.
 */
export const IssueWay = z.enum(["fine", "keep", "wait", "missing", "lost", "record", "discard"]);
export type IssueWay = z.infer<typeof IssueWay>;

const WAYS: Readonly<Record<IssueKind, readonly IssueWay[]>> = {
  "set-aside": ["record", "discard"],
  "receipt-twice": ["fine"],
  double: ["fine"],
  "missing-entries": ["wait", "lost"],
  "below-zero": ["missing"],
  "no-right": ["fine"],
  "person-unproved": ["fine"],
  "other-sum": ["fine"],
  "old-price": ["fine"],
  archived: ["fine"],
  "product-unknown": ["fine"],
  "customer-unknown": ["fine"],
  "same-phone": ["keep"],
  clock: ["fine"],
};

/** Entries of a till that was not removed may still arrive, so they are not lost. */
export const waysOf = (kind: IssueKind, isTillRemoved: boolean): readonly IssueWay[] =>
  kind === "missing-entries" ? [isTillRemoved ? "lost" : "wait"] : WAYS[kind];

export const isWayOf = (kind: IssueKind, way: IssueWay): boolean => WAYS[kind].includes(way);

/** Ids of at most 20 customers, or of a till and its entry. */
const LONGEST_THING = 1_000;

/**
 * `thing` is what the issue is about, as the list gives it. The id follows from kind and thing, so the
 * server needs no read model to know the issue.
 */
export const ResolveIssueRequest = z.strictObject({
  kind: IssueKind,
  thing: z.string().check(z.maxLength(LONGEST_THING), z.regex(/^[0-9a-f:,-]+$/, "Not a thing")),
  how: IssueWay,
  note: optionalText(500),
});
export type ResolveIssueRequest = z.infer<typeof ResolveIssueRequest>;

const Named = z.object({ id: z.string(), name: z.string() });

/** `said` is what the till says, `known` what the server knows. Times are ISO-8601. */
export const IssueItem = z.object({
  id: z.string(),
  kind: IssueKind,
  thing: z.string(),
  at: z.nullable(z.string()),
  title: z.string(),
  said: z.string(),
  known: z.string(),
  ways: z.array(IssueWay),
  /** Named by their receipts. */
  sales: z.array(Named),
  products: z.array(Named),
  customers: z.array(Named),
  till: z.nullable(Named),
});
export type IssueItem = z.infer<typeof IssueItem>;

/** `count` may be above the number of issues that are listed. */
export const Issues = z.object({ count: z.int(), issues: z.array(IssueItem) });
export type Issues = z.infer<typeof Issues>;

/** Why an entry of a till was set aside, by its code, for people. */
const REASONS: Readonly<Record<string, string>> = {
  malformed: "it cannot be read.",
  "wrong-sums": "its lines, tax and payments do not add up.",
  "wrong-currency": "it is in another currency than the shop's.",
  "till-revoked": "the till was removed before it arrived.",
  "id-used": "something else was recorded under its id.",
  "unknown-product": "it has a product that does not exist.",
  "insufficient-stock": "there is not enough in stock.",
  "stock-too-large": "the stock would be too large.",
  "counter-limit": "a limit of the plan was reached.",
};

/** Of a code that a newer build wrote, its words. */
export const reasonText = (code: string): string =>
  REASONS[code] ?? `${code.replaceAll("-", " ")}.`;
