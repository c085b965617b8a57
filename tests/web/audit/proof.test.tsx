import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import {
  ACTIVITY,
  activity,
  AUDIT,
  CHECKPOINTS,
  checkpoints,
  EXPORT,
  serveAudit,
  VERIFY,
} from "#tests/web/kit/audit.ts";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { keptFiles } from "#tests/web/kit/kept-files.ts";

const fake = serveEachTest();
beforeEach(() => serveAudit(fake.server));

describe("the staff activity", () => {
  it("AUDIT-38: counts by person, and flags unusual rates with text and an icon", async () => {
    open(`${AUDIT}?tab=activity`, "auditor");
    const name = await screen.findByRole("link", { name: "Kofi Asante" });
    const kofi = name.closest("li")?.textContent;
    expect(kofi).toContain("Sales1,210");
    expect(kofi).toContain("Voids31 Voids of Kofi AsanteFlagged4.4 a day, 0.9 before");
    expect(kofi).toContain("Price overrides0Adjustments3Sign-ins9");
    const voids = screen.getByRole("link", { name: "31 Voids of Kofi Asante" });
    expect(voids.getAttribute("href")).toBe(
      "/app/audit?type=SaleVoided&person=user-kofi&from=2026-11-15&to=2026-11-21",
    );
    const [mark, ...others] = screen.getAllByText("Flagged");
    expect(others).toEqual([]);
    expect(mark?.querySelector("svg")).not.toBeNull();
    expect(screen.getByRole("link", { name: "Staff 3, removed" }).getAttribute("href")).toBe(
      "/app/audit?story=person%3Auser-gone",
    );
  });

  it("AUDIT-38: covers the chosen days", async () => {
    const user = open(`${AUDIT}?tab=activity`, "auditor");
    await user.selectOptions(await screen.findByLabelText("Days"), "Today");
    await waitFor(() => {
      const asked = fake.server.calls(ACTIVITY).at(-1)?.query;
      expect(asked?.get("from")).toBe(asked?.get("to"));
    });
    expect(location.search).toBe("?tab=activity&days=1");
  });

  it("AUDIT-42: retries a failed load", async () => {
    fake.server.on(ACTIVITY, refuses(400, "Choose at most a year"), succeeds(activity));
    const user = open(`${AUDIT}?tab=activity`, "auditor");
    await screen.findByText("Choose at most a year");
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByRole("link", { name: "Kofi Asante" });
  });
});

describe("the signed checkpoints", () => {
  it("AUDIT-39: are listed with the note of each to keep, the public page and the keys", async () => {
    const files = keptFiles();
    const user = open(`${AUDIT}?tab=checkpoints`, "auditor");
    await user.click(await screen.findByRole("button", { name: "Download the note of 26 events" }));
    expect(await files.texts()).toEqual(["tillbook/tenant-adom\n26\n"]);
    expect(files.names).toEqual(["checkpoint-26.txt"]);
    screen.getByText("tillbook/tenant-adom+c7c83c2b+AQEB");
    const page = screen.getByRole("link", { name: "Public page of signed checkpoints" });
    expect(page.getAttribute("href")).toBe("/checkpoints/tenant-adom");
  });

  it("AUDIT-39: load more from the smallest one shown", async () => {
    const many = Array.from({ length: 20 }, (_, index) => 400 - index);
    fake.server.on(CHECKPOINTS, succeeds(checkpoints(many)), succeeds(checkpoints([26])));
    const user = open(`${AUDIT}?tab=checkpoints`, "auditor");
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    await screen.findByRole("button", { name: "Download the note of 26 events" });
    expect(fake.server.calls(CHECKPOINTS).at(-1)?.query.get("before")).toBe("381");
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });

  it("AUDIT-45: are folded away, behind one press", async () => {
    const user = open(`${AUDIT}?tab=proof`, "auditor");
    const show = await screen.findByRole("button", { name: "Show the checkpoints" });
    expect(fake.server.calls(CHECKPOINTS)).toEqual([]);
    await user.click(show);
    await screen.findByRole("button", { name: "Download the note of 26 events" });
    expect(location.search).toBe("?tab=checkpoints");
    const tab = screen.getByRole("tab", { name: "Proof" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
  });

  it("AUDIT-39: say when the first one is due", async () => {
    fake.server.on(CHECKPOINTS, succeeds(checkpoints([])));
    open(`${AUDIT}?tab=checkpoints`, "auditor");
    await screen.findByRole("heading", { name: "Nothing signed yet" });
  });
});

/** The server's end of a check: lines as they come. */
function checking() {
  const encoder = new TextEncoder();
  let line: ReadableStreamDefaultController<Uint8Array> | undefined;
  fake.server.on(VERIFY, () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (line = controller),
    });
    return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  });
  const say = (text: string) => line?.enqueue(encoder.encode(text));
  return {
    say: (told: object) => say(`${JSON.stringify(told)}\n`),
    piece: say,
    end: () => line?.close(),
  };
}

const startCheck = async () => {
  const server = checking();
  const user = open(`${AUDIT}?tab=proof`, "auditor");
  await user.click(await screen.findByRole("button", { name: "Verify the log" }));
  await waitFor(() => expect(fake.server.calls(VERIFY)).toHaveLength(1));
  return { server, user };
};

describe("verifying the log", () => {
  it("AUDIT-40: shows progress, and that the log is intact", async () => {
    const { server } = await startCheck();
    server.say({ kind: "progress", done: 400, of: 1_000 });
    await screen.findByText("400 of 1,000 events checked");
    const bar = screen.getByRole("progressbar", { name: /checked/ });
    expect(bar.getAttribute("value")).toBe("400");
    server.piece('{"kind":"result","holds":true,"events":1000,');
    server.piece('"deviations":0,"signed":997}\n');
    server.end();
    await screen.findByText("The log is intact: 1,000 events checked, signed up to event 997.");
    expect(screen.queryByRole("progressbar")).toBeNull();
    screen.getByRole("button", { name: "Verify again" });
  });

  it("AUDIT-40: names each deviation as it is found", async () => {
    const { server } = await startCheck();
    server.say({
      kind: "deviation",
      seq: 12,
      deviation: "payload",
      message: "not what was hashed",
    });
    await screen.findByText("Event 12: Payload");
    server.say({ kind: "result", holds: false, events: 50, deviations: 3, signed: null });
    server.end();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Verification failed: 3 deviations.");
    screen.getByText("And 2 others.");
  });

  it("AUDIT-40: a check that breaks off gives no result, and says so", async () => {
    const { server } = await startCheck();
    server.say({ kind: "progress", done: 400, of: 1_000 });
    await screen.findByText("400 of 1,000 events checked");
    server.end();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Couldn't finish verifying the log.");
    expect(screen.queryByText(/The log is intact/)).toBeNull();
  });

  it("AUDIT-40: stops on request", async () => {
    const { server, user } = await startCheck();
    server.say({ kind: "progress", done: 400, of: 1_000 });
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    screen.getByRole("button", { name: "Verify the log" });
    expect(screen.queryByRole("progressbar")).toBeNull();
  });
});

describe("the export", () => {
  it("AUDIT-41: is saved under the server's file name", async () => {
    const files = keptFiles();
    fake.server.on(EXPORT, () => {
      const named = 'attachment; filename="tillbook-adom-50.jsonl"';
      return new Response("{}\n", { headers: { "content-disposition": named } });
    });
    const user = open(`${AUDIT}?tab=proof`, "auditor");
    await user.click(await screen.findByRole("button", { name: "Export the log" }));
    await waitFor(() => expect(files.names).toEqual(["tillbook-adom-50.jsonl"]));
    expect(await files.texts()).toEqual(["{}\n"]);
  });

  it("AUDIT-41: says why it cannot be made", async () => {
    fake.server.on(EXPORT, refuses(409, "Nothing signed yet", "nothing-signed"), breaks);
    const user = open(`${AUDIT}?tab=proof`, "auditor");
    await user.click(await screen.findByRole("button", { name: "Export the log" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("Couldn't export the log.Nothing signed yet");
    await user.click(within(document.body).getByRole("button", { name: "Export the log" }));
    await screen.findByText("Check the connection, then try again.");
  });
});
