import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import {
  AUDIT,
  detail,
  eventPage,
  repriced,
  SALE_ID,
  serveAudit,
  voided,
} from "#tests/web/kit/audit.ts";
import { refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { keptFiles } from "#tests/web/kit/kept-files.ts";

const fake = serveEachTest();
beforeEach(() => serveAudit(fake.server));

const EVENT = "GET /api/v1/audit/events/42";
const STORY = `GET /api/v1/audit/stories/sale/${SALE_ID}`;

const openEvent = async (part = {}) => {
  fake.server.on(EVENT, succeeds(detail(part)));
  const user = open(`${AUDIT}?event=42`, "auditor");
  const dialog = await screen.findByRole("dialog", { name: "Event 42" });
  await within(dialog).findByText("Event hash");
  return { user, dialog: within(dialog) };
};

/** The value under a name. */
const factOf = (name: string): string =>
  screen.getByText(name, { selector: "dt" }).nextElementSibling?.textContent ?? "";

describe("an event", () => {
  it("AUDIT-35: opens from its line, and Back closes it", async () => {
    const user = open(AUDIT, "auditor");
    await user.click(await screen.findByRole("button", { name: / voided the sale/ }));
    await screen.findByRole("dialog", { name: "Event 42" });
    expect(location.search).toBe("?event=42");
    await user.click(await screen.findByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(location.search).toBe("");
  });

  it("AUDIT-35: shows actor, both times and source", async () => {
    await openEvent();
    expect(factOf("Who")).toBe("Kofi Asante");
    expect(factOf("What")).toBe("Sale voided");
    expect(factOf("Amount")).toBe("GH₵136.00");
    expect(factOf("Happened")).toBe("21 Nov 2026, 11:40:00");
    expect(factOf("Recorded")).toBe("21 Nov 2026, 11:42:07");
    expect(factOf("Source")).toBe("The app");
    expect(factOf("Device")).toBe("Chrome on Android");
    expect(factOf("Session")).not.toBe("None");
  });

  it("AUDIT-35: shows the end of a till's id as its device", async () => {
    await openEvent({ source: "till", device: "766e1035-301f-535e-a502-8c544ec2a690" });
    expect(factOf("Source")).toBe("A till");
    expect(factOf("Device")).toBe("4ec2a690");
  });

  it("AUDIT-35: shows what was before and after side by side", async () => {
    const { dialog } = await openEvent();
    const rows = within(dialog.getByRole("table")).getAllByRole("row");
    expect(rows.map((row) => [...row.children].map((part) => part.textContent))).toEqual([
      ["What", "Before", "After"],
      ["Status", "sold", "voided"],
      ["Reason", "Nothing", "wrong customer"],
    ]);
  });

  it("AUDIT-36: shows its hash, its signed checkpoint and the proof, with the note to keep", async () => {
    const files = keptFiles();
    const { user, dialog } = await openEvent();
    dialog.getByText("Verified");
    dialog.getByText("1f".repeat(32));
    dialog.getByText("2e".repeat(32));
    expect(factOf("Signed 21 Nov 2026, 11:45:00, with 50 events")).toBe("3d".repeat(32));
    await user.click(dialog.getByRole("button", { name: "Signed checkpoint" }));
    expect(await files.texts()).toEqual(["tillbook/tenant-adom\n50\n"]);
    expect(files.names).toEqual(["checkpoint-50.txt"]);
    await user.click(dialog.getByText("Hashes and stored text"));
    expect(factOf("Path to the root")).toBe(`${"4c".repeat(32)}\n${"5b".repeat(32)}`);
    expect(factOf("Data")).toBe('{"reason":"wrong customer"}');
  });

  it("AUDIT-36: says when it is not signed yet, and offers no proof", async () => {
    const { dialog } = await openEvent({ checkpoint: null, proof: [], holds: null });
    dialog.getByText("Not signed yet");
    expect(dialog.queryByRole("button", { name: "Signed checkpoint" })).toBeNull();
  });

  it("AUDIT-36: says when verification fails", async () => {
    const { dialog } = await openEvent({ holds: false });
    dialog.getByText("Verification failed");
  });

  it("AUDIT-42: says in its dialog that the event does not exist", async () => {
    fake.server.on(EVENT, refuses(404, "There is no such event"));
    open(`${AUDIT}?event=42`, "auditor");
    const dialog = await screen.findByRole("dialog", { name: "Event 42" });
    await within(dialog).findByText("There is no such event");
  });
});

describe("a story", () => {
  it("AUDIT-37: opens from an event, oldest first", async () => {
    const sold = {
      ...voided,
      seq: 40,
      type: "SaleRecorded",
      sentence: "Kofi Asante sold 2 × Peak Milk 400g.",
    };
    fake.server.on(STORY, eventPage([sold], "40"), eventPage([voided]));
    const { user, dialog } = await openEvent();
    await user.click(dialog.getByRole("link", { name: "History of Sale 1-1-42" }));
    await screen.findByRole("heading", { name: "History of Sale 1-1-42" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    await screen.findByRole("button", { name: / voided the sale/ });
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows[0]?.textContent).toContain("Kofi Asante sold 2 × Peak Milk 400g");
    expect(fake.server.calls(STORY).at(-1)?.query.get("after")).toBe("40");
    expect(screen.getByRole("link", { name: "Receipt" }).getAttribute("href")).toBe(
      `/app/sales?sale=${SALE_ID}`,
    );
    await user.click(screen.getByRole("link", { name: "All activity" }));
    await screen.findByRole("tab", { name: "Activity" });
  });

  it("AUDIT-37: lists a person's actions, and each event opens", async () => {
    fake.server.on("GET /api/v1/audit/stories/person/user-kofi", eventPage([voided]));
    const user = open(`${AUDIT}?story=person:user-kofi`, "owner");
    await screen.findByRole("heading", { name: "History of Kofi Asante" });
    await user.click(screen.getByRole("button", { name: / voided the sale/ }));
    await screen.findByRole("dialog", { name: "Event 42" });
    expect(location.search).toBe("?story=person%3Auser-kofi&event=42");
  });

  it("AUDIT-37: shows no name for an erased customer", async () => {
    const erased = {
      ...repriced,
      type: "CustomerErased",
      subject: { kind: "customer", id: "c-1", name: null },
    };
    fake.server.on(
      "GET /api/v1/audit/stories/customer/c-1",
      succeeds({ events: [erased], next: null }),
    );
    open(`${AUDIT}?story=customer:c-1`, "owner");
    await screen.findByRole("heading", { name: "History of Erased customer" });
  });

  it("AUDIT-37: an invalid subject in the URL shows all events", async () => {
    open(`${AUDIT}?story=tenant:1`, "owner");
    await screen.findByRole("tab", { name: "Activity" });
  });
});
