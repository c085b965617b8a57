import { describe, test } from "vitest";

import { issue, type ResolveIssue } from "#command-api/till/issues/issue.ts";
import type { IssueResolved } from "#kernel/contract/events/issue.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { id } from "#tests/kit/builders/shop-log.ts";

const given = givenFor(issue);

const data = { issueId: id(1), kind: "old-price", thing: id(2), how: "fine" };
const resolve = (over: Partial<ResolveIssue> = {}): ResolveIssue => ({
  type: "ResolveIssue",
  recurs: false,
  ...data,
  ...over,
});
const resolved: IssueResolved = { type: "IssueResolved", data };

describe("an issue", () => {
  test("is resolved once", () => {
    given().when(resolve()).thenEvents(resolved);
    given(resolved).when(resolve()).thenNothing();
  });

  test("is not resolved in another way afterwards", () =>
    given(resolved)
      .when(resolve({ how: "keep" }))
      .thenRejected("issue-resolved"));

  test("whose cause comes back is resolved again", () =>
    given(resolved)
      .when(resolve({ recurs: true }))
      .thenEvents(resolved));
});
