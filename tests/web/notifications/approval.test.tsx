import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import type { ApprovalView } from "#kernel/contract/api/till/approval.ts";
import { bell, changed, READ, ringEachTest, told } from "#tests/web/kit/bell.ts";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { pressIn } from "#tests/web/kit/hands.ts";
import { dashboard } from "#tests/web/kit/shop.ts";

const { fake, openPanelOf } = ringEachTest();

const ID = "01990000-0000-7000-8000-00000000a001";
const PATH = `/api/v1/approvals/${ID}`;
const GET = `GET ${PATH}`;

const approval = (part: Partial<ApprovalView> = {}): ApprovalView => ({
  id: ID,
  how: "server",
  state: "waiting",
  entry: "01990000-0000-8000-8000-00000000e001",
  what: "price",
  asked_by: { id: "esi", name: "Esi Owusu" },
  by: { id: "user-owner", name: "Akosua Mensah" },
  amount_minor: 200,
  item: { name: "Milo 400g", list_price_minor: 1_200, price_minor: 1_000 },
  asked_at: "2026-11-21T11:59:00Z",
  until: "2026-11-21T12:01:00Z",
  mine: null,
  ...part,
});

const notice = told({
  id: ID,
  title: "Approval Needed",
  message: "Esi Owusu asks",
  action: "Answer",
});

/** The approver presses Answer in the notification. */
async function openDialog(view: ApprovalView, title = "Approval") {
  fake.server.on("GET /api/dashboard.php", succeeds(dashboard()));
  fake.server.on(GET, succeeds(view));
  fake.server.on(READ, changed);
  const { user, panel } = await openPanelOf(notice);
  await user.click(panel.getByRole("link", { name: "Answer" }));
  return { user, dialog: await screen.findByRole("dialog", { name: title }) };
}

const bodies = (route: string) => fake.server.calls(route).map(({ body }) => body);
const gone = (name = "Approval") =>
  waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());

describe("an approval that a cashier waits for", () => {
  for (const { name, allow, said } of [
    { name: "Allow", allow: true, said: "Allowed" },
    { name: "Refuse", allow: false, said: "Refused" },
  ]) {
    test(`PIN-44: a notification opens it, and ${name} answers it`, async () => {
      const { user, dialog } = await openDialog(approval());
      fake.server.on(`POST ${PATH}`, succeeds({}));
      await within(dialog).findByText(
        "Allow Esi Owusu to sell Milo 400g at GH₵10.00 instead of GH₵12.00?",
      );
      await pressIn(user, dialog, name);
      await gone();
      await screen.findByText(said);
      expect(bodies(`POST ${PATH}`)).toEqual([{ allow }]);
    });
  }

  test("PIN-81: the question names both acts", async () => {
    const { dialog } = await openDialog(approval({ oversell: true }));
    await within(dialog).findByText(
      "Allow Esi Owusu to sell Milo 400g at GH₵10.00 instead of GH₵12.00, and more than is in stock?",
    );
  });

  test("PIN-44: one that ran out, and one that was answered, only say so", async () => {
    const { user, dialog } = await openDialog(approval({ state: "expired" }));
    await within(dialog).findByText("This was not answered in time.");
    expect(within(dialog).queryByRole("button", { name: "Allow" })).toBeNull();
    const [close] = within(dialog).getAllByRole("button", { name: "Close" });
    if (close) await user.click(close);
    await gone();
    await bell(/^Notifications/);
  });

  test("PIN-44: an answer that did not arrive can be given again", async () => {
    const { user, dialog } = await openDialog(approval());
    fake.server.on(
      `POST ${PATH}`,
      breaks,
      refuses(409, "This was answered already."),
      succeeds({}),
    );
    await pressIn(user, dialog, "Allow");
    await within(dialog).findByText("No answer from the server. Try again.");
    await pressIn(user, dialog, "Allow");
    await within(dialog).findByText("This was answered already.");
  });
});

test("PIN-81: an approval without a network is asked back for both", async () => {
  const claim = { how: "offline", state: "given", oversell: true, item: null } as const;
  const { dialog } = await openDialog(approval(claim), "You approved this?");
  await within(dialog).findByText(
    /^Esi Owusu sold at another price \(GH₵2\.00 off the shop's prices\), and more than is in stock on /,
  );
});

describe("an approval by PIN without a network", () => {
  const claim = approval({ how: "offline", state: "given" });
  for (const { name, mine } of [
    { name: "Yes", mine: true },
    { name: "Not me", mine: false },
  ]) {
    test(`PIN-44: the approver is asked afterwards, and answers ${name}`, async () => {
      const { user, dialog } = await openDialog(claim, "You approved this?");
      fake.server.on(`POST ${PATH}/answer`, succeeds({}));
      await within(dialog).findByText(
        /^Esi Owusu sold Milo 400g at GH₵10\.00 instead of GH₵12\.00 on 21 Nov,? 11:59, approved with your PIN/,
      );
      await pressIn(user, dialog, name);
      await gone("You approved this?");
      expect(bodies(`POST ${PATH}/answer`)).toEqual([{ mine }]);
    });
  }
});
