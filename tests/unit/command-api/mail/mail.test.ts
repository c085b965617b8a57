import { describe, expect, test } from "vitest";

import { invitation } from "#command-api/mail/letters/account.ts";
import { lowStockDigest, salesReport } from "#command-api/mail/letters/business.ts";
import { mail } from "#command-api/mail/mail.ts";
import type {
  MailAccepted,
  MailFailed,
  MailRequested,
} from "#kernel/contract/events/notification.ts";
import { MailId } from "#kernel/contract/ids.ts";
import { sealedOfAma } from "#tests/kit/builders/customer-events.ts";
import { givenFor } from "#tests/kit/builders/given.ts";
import { id } from "#tests/kit/builders/shop-log.ts";

const given = givenFor(mail);
const mailId = MailId.parse(id(1));
const wanted = { mailId, kind: "test", to: sealedOfAma("ama@mail.example"), subject: "S" } as const;
const requested: MailRequested = { type: "MailRequested", data: wanted };
const accepted: MailAccepted = { type: "MailAccepted", data: { mailId, providerId: "p" } };
const failed = (final: boolean): MailFailed => ({
  type: "MailFailed",
  data: { mailId, error: "refused", final },
});
const request = { type: "RequestMail", ...wanted } as const;
const accept = { type: "AcceptMail", mailId, providerId: "p" } as const;
const fail = { type: "FailMail", mailId, error: "refused", final: true } as const;

describe("an email", () => {
  test("is requested once", () => {
    given().when(request).thenEvents(requested);
    given(requested).when(request).thenNothing();
  });
  test("that was accepted does not fail later", () => {
    given(requested).when(accept).thenEvents(accepted);
    given(requested, accepted).when(fail).thenNothing();
    given(requested, accepted).when(accept).thenNothing();
  });
  test("that failed may be sent again", () => {
    given(requested, failed(false)).when(fail).thenEvents(failed(true));
    given(requested, failed(true)).when(accept).thenEvents(accepted);
  });
  test("that was never requested is neither accepted nor failed", () => {
    given().when(accept).thenNothing();
    given().when(fail).thenNothing();
  });
});

describe("the text of an email", () => {
  const EVIL = `<script>alert(1)</script>"&'`;

  test("escapes texts of users, and no line of theirs starts a header", () => {
    const { subject, html } = invitation(
      `Shop\r\nBcc: x@y.example ${EVIL}`,
      "https://a.example/?t=1",
    );
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;&#39;");
  });
  test("about low stock has one sentence per product, each on one line", () => {
    const products = [{ name: `Milo\n${EVIL}`, onHand: 3, threshold: 10 }];
    const { text, html } = lowStockDigest("Ama's", products, "https://a.example/app/inventory");
    expect(text).toContain("is running low on stock (3 remaining, threshold: 10)");
    expect(text).toContain(`Milo ${EVIL}`);
    expect(html).not.toContain("<script>");
  });
  test("about a period without sales says so", () => {
    const period = { frequency: "daily", from: "2026-11-20", to: "2026-11-20" } as const;
    const page = "https://a.example/app/reports";
    expect(salesReport("Ama's", period, { figures: [], acts: [], page }).text).toContain(
      "No sales for 2026-11-20.",
    );
    const figures = [{ currency: "GHS", orders: 2, totalMinor: 123450, taxMinor: 0 }] as const;
    expect(salesReport("Ama's", period, { figures, acts: [], page }).text).toContain("GH₵1,234.50");
  });
  test("PIN-22: about sales lists per person what an owner wants to know, and nothing else", () => {
    const period = { frequency: "daily", from: "2026-11-20", to: "2026-11-20" } as const;
    const nothing = {
      overrides: 0,
      overriddenMinor: 0,
      discounts: 0,
      discountedMinor: 0,
      offlineApprovals: 0,
      lateEntries: 0,
      repricings: 0,
    };
    const acts = [
      { ...nothing, name: "Kofi", currency: "GHS", overrides: 2, overriddenMinor: 400 },
      {
        ...nothing,
        name: "Esi",
        currency: "GHS",
        discounts: 1,
        discountedMinor: 50,
        lateEntries: 3,
      },
      { ...nothing, name: "Ama", currency: "GHS", offlineApprovals: 1, repricings: 1 },
    ] as const;
    const { text } = salesReport("Ama's", period, { figures: [], acts, page: "https://a.example" });
    expect(text.split("\n\n")[1]).toBe(
      [
        "Kofi  2 other prices (GH₵4.00)",
        "Esi  1 discount (GH₵0.50), 3 sales that arrived later",
        "Ama  1 approval without a network, 1 changed price",
      ].join("\n"),
    );
  });
});
