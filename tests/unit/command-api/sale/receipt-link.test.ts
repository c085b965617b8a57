import { describe, expect, test } from "vitest";

import { receiptCopies } from "#command-api/sale/receipt-copies.ts";
import { receiptEmail } from "#command-api/sale/receipt-email.ts";
import { receiptLink } from "#command-api/sale/receipt-link.ts";
import { Sealed } from "#kernel/contract/events/fields.ts";
import type { ReceiptLinkMade } from "#kernel/contract/events/sale.ts";
import { SaleId } from "#kernel/contract/ids.ts";
import { receiptLinks } from "#projector/projections/sales/sales.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { recorded } from "#tests/kit/builders/recorded.ts";
import { twoMilo } from "#tests/kit/builders/sale-events.ts";
import { id } from "#tests/kit/builders/shop-log.ts";
import { openPlainly } from "#tests/kit/fakes/open-plainly.ts";

const given = givenFor(receiptLink);
const saleId = SaleId.parse(id(1));
const hash = (n: number): string => n.toString(16).padStart(64, "0");
const make = (n: number) => ({ type: "MakeReceiptLink", saleId, tokenSha256: hash(n) }) as const;
const made = (n: number): ReceiptLinkMade => ({
  type: "ReceiptLinkMade",
  data: { saleId, tokenSha256: hash(n) },
});

describe("SALE-56: links to a receipt", () => {
  test("are made once each", () => {
    given().when(make(1)).thenEvents(made(1));
    given(made(1)).when(make(1)).thenNothing();
    given(made(1)).when(make(2)).thenEvents(made(2));
  });

  test("are at most 50", () => {
    const most = Array.from({ length: 50 }, (_, n) => made(n));
    given(...most.slice(1))
      .when(make(50))
      .thenEvents(made(50));
    given(...most)
      .when(make(50))
      .thenRejected("too-many-links");
    given(...most)
      .when(make(49))
      .thenNothing();
  });
});

test("SALE-64: the receipt of a sale is emailed at most 20 times", () => {
  const to = Sealed.parse(`sealed:v1:${id(9)}:bm9uY2U=`);
  const requested = { type: "ReceiptEmailRequested", data: { saleId, to } } as const;
  const request = { type: "RequestReceiptEmail", saleId, to } as const;
  const most = Array.from({ length: 20 }, () => requested);
  givenFor(receiptEmail)(...most.slice(1))
    .when(request)
    .thenEvents(requested);
  givenFor(receiptEmail)(...most)
    .when(request)
    .thenRejected("too-many-emails");
});

test("SALE-75: the receipt of a sale is copied at most 500 times", () => {
  const copied = { type: "ReceiptCopied", data: { saleId, copy: 2, by: "print" } } as const;
  const copy = { type: "CopyReceipt", saleId, copy: 2, by: "print" } as const;
  const most = Array.from({ length: 500 }, () => copied);
  givenFor(receiptCopies)().when(copy).thenEvents(copied);
  givenFor(receiptCopies)(...most.slice(1))
    .when(copy)
    .thenEvents(copied);
  givenFor(receiptCopies)(...most)
    .when(copy)
    .thenRejected("too-many-copies");
});

describe("the read model of links", () => {
  const changesOf = (...of: Parameters<typeof recorded>) =>
    receiptLinks.changes(recorded(...of), openPlainly);

  test("SALE-58: has the token of a till's sale, and none of another sale", () => {
    expect(changesOf("SaleRecorded", twoMilo)).toEqual([]);
    const withToken = { ...twoMilo, receiptTokenSha256: hash(7) };
    const { recordedMs } = recorded("SaleRecorded", withToken);
    expect(changesOf("SaleRecorded", withToken)).toEqual([
      {
        kind: "put",
        key: { token_sha256: hash(7) },
        values: { sale_id: twoMilo.saleId, made_ms: recordedMs },
      },
    ]);
  });
});
