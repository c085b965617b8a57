import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { sale, saleDetail, settings } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();
afterEach(() => void vi.unstubAllGlobals());

/** Of this file alone: a page of another file may count its copy again a second after its test. */
const ID = "01990000-0000-7000-8000-00009f3c21c0";
const PATH = `/app/sales?sale=${ID}`;
const READ = `GET /api/v1/sales/${ID}/receipt-copies`;
const COUNT = `POST /api/v1/sales/${ID}/receipt-copies`;
const EMAIL = `POST /api/v1/sales/${ID}/receipt-email`;

/** `copies`: how many the server has counted. */
function serve(copies: number) {
  const links = { ...settings, business: { ...settings.business, receipt_links: false } };
  fake.server.on("GET /api/sales.php", succeeds([sale({ id: ID })]));
  fake.server.on("GET /api/v1/settings", succeeds(links));
  fake.server.on(`GET /api/v1/sales/${ID}`, succeeds(saleDetail({ id: ID })));
  fake.server.on(READ, succeeds({ copies }));
  fake.server.on(COUNT, succeeds({ id: ID }));
}

const button = (name: string) => screen.findByRole("button", { name });
const textIn = async (name: string): Promise<string> => {
  const href = (await screen.findByRole("link", { name })).getAttribute("href") ?? "";
  return decodeURIComponent(href).replace(/^.*?(?:text|body)=/s, "");
};
const marked = (copy: string) =>
  waitFor(async () => expect((await textIn("SMS")).split("\n")[0]).toBe(copy));
const counted = () => fake.server.calls(COUNT).map(({ body }) => body);

/** Prints as a browser does, and returns what is on the paper. */
function printing(): () => readonly string[] {
  const papers: string[] = [];
  vi.stubGlobal("print", () => {
    window.dispatchEvent(new Event("beforeprint"));
    papers.push(document.querySelector("[data-receipt]")?.textContent ?? "");
    window.dispatchEvent(new Event("afterprint"));
  });
  return () => papers;
}

describe("a receipt that was handed out before", () => {
  test("SALE-74: is printed with the number of the copy, which the screen does not show", async () => {
    serve(1);
    const papers = printing();
    const user = open(PATH, "owner");
    await marked("Copy 3");
    await user.click(await button("Print"));
    await waitFor(() => expect(papers()).toHaveLength(1));
    await marked("Copy 4");
    await user.click(await button("Print"));
    await waitFor(() => expect(papers()).toHaveLength(2));
    expect(papers().map((paper) => /^Copy \d/.exec(paper)?.[0])).toEqual(["Copy 3", "Copy 4"]);
    const shown = screen.getByRole("article", { name: "Receipt" });
    within(shown).getByText("Copy", { exact: true });
    await waitFor(() =>
      expect(counted()).toEqual([
        { copy: 3, by: "print" },
        { copy: 4, by: "print" },
      ]),
    );
    const keys = fake.server.calls(COUNT).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(2);
  });

  test("SALE-74: printed by the browser's own command counts, too", async () => {
    serve(0);
    const papers = printing();
    open(PATH, "owner");
    await marked("Copy 2");
    window.print();
    expect(papers()[0]).toMatch(/^Copy 2/);
    await waitFor(() => expect(counted()).toEqual([{ copy: 2, by: "print" }]));
  });

  test("SALE-76: says how often it was printed or sent, and where to see who did and when", async () => {
    serve(2);
    open(PATH, "owner");
    await screen.findByText("Printed or sent 3 times, with the original.");
    const history = screen.getByRole("link", { name: "Who and when" });
    expect(history.getAttribute("href")).toBe(`/app/audit?story=sale%3A${ID}`);
  });

  test("SALE-76: says nothing if it was handed out once, and no one is sent to a page of another role", async () => {
    serve(0);
    open(PATH, "owner");
    await marked("Copy 2");
    expect(screen.queryByText(/Printed or sent/)).toBeNull();
    expect(screen.queryByRole("link", { name: "Who and when" })).toBeNull();
  });

  test("SALE-76: a cashier sees the number without the way to the history", async () => {
    serve(2);
    open(PATH, "cashier");
    await screen.findByText("Printed or sent 3 times, with the original.");
    expect(screen.queryByRole("link", { name: "Who and when" })).toBeNull();
  });

  test("SALE-74: goes out by message with the number that was shown", async () => {
    serve(0);
    const user = open(PATH, "owner");
    await marked("Copy 2");
    let followed = "";
    document.addEventListener(
      "click",
      (event) => {
        event.preventDefault();
        // After the page's own handlers, as the browser reads it.
        const { target } = event;
        const link = target instanceof Element ? target.closest("a") : null;
        followed = decodeURIComponent(link?.href ?? "");
      },
      { once: true },
    );
    await user.click(await screen.findByRole("link", { name: "WhatsApp" }));
    expect(followed).toContain("text=Copy 2\n");
    await marked("Copy 3");
    expect(counted()).toEqual([{ copy: 2, by: "whatsapp" }]);
  });

  test("SALE-74: is not counted if the share sheet is closed", async () => {
    serve(0);
    const closed = new Error("closed");
    const share = vi
      .fn<(data: ShareData) => Promise<void>>()
      .mockRejectedValueOnce(closed)
      .mockResolvedValueOnce();
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share }));
    const user = open(PATH, "owner");
    await marked("Copy 2");
    await user.click(await button("Share"));
    await user.click(await button("Share"));
    await marked("Copy 3");
    expect(share.mock.calls.map(([{ text }]) => text?.split("\n")[0])).toEqual([
      "Copy 2",
      "Copy 2",
    ]);
    expect(counted()).toEqual([{ copy: 2, by: "share" }]);
  });

  test("SALE-79: by email is counted by the server, in the request for it", async () => {
    serve(0);
    fake.server.on(EMAIL, succeeds({ id: ID }));
    const user = open(PATH, "owner");
    await marked("Copy 2");
    await user.click(await button("Email"));
    await user.type(
      await screen.findByRole("textbox", { name: "Email the receipt to" }),
      "ama@shop.example{Enter}",
    );
    await marked("Copy 3");
    expect(fake.server.calls(EMAIL).map(({ body }) => body)).toEqual([
      { email: "ama@shop.example", copy: 2 },
    ]);
    expect(counted()).toEqual([]);
  });

  test("SALE-75: is counted once, also if the first answer is lost", async () => {
    serve(0);
    fake.server.on(COUNT, breaks, succeeds({ id: ID }));
    printing();
    open(PATH, "owner");
    await marked("Copy 2");
    window.print();
    await waitFor(() => expect(fake.server.calls(COUNT)).toHaveLength(2), { timeout: 5_000 });
    const keys = fake.server.calls(COUNT).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(1);
  });

  test("SALE-75: one that could not be counted is not passed over", async () => {
    serve(0);
    fake.server.on(COUNT, refuses(503, "Try again."));
    printing();
    open(PATH, "owner");
    await marked("Copy 2");
    window.print();
    await screen.findByText(/This copy was not counted/, {}, { timeout: 8_000 });
  });

  test.each([
    ["an auditor", "auditor"],
    ["a visit of Tillbook's support", "support"],
  ])("SALE-74: %s counts nothing and numbers nothing", async (_, role) => {
    serve(1);
    const papers = printing();
    open(PATH, role);
    await screen.findByText("Printed or sent 2 times, with the original.");
    await marked("Copy");
    window.print();
    expect(papers()[0]).toMatch(/^Copy[^ ]/);
    await marked("Copy");
    expect(counted()).toEqual([]);
  });
});

describe("leaving the page", () => {
  test("SALE-74: a print that ends later does not print another number", async () => {
    serve(0);
    open(PATH, "owner");
    await marked("Copy 2");
    fireEvent(window, new Event("beforeprint"));
    await marked("Copy 3");
    expect(document.querySelector("[data-receipt]")?.textContent).toMatch(/^Copy 2/);
    fireEvent(window, new Event("afterprint"));
    expect(document.querySelector("[data-receipt]")).toBeNull();
  });
});
