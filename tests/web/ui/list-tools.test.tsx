import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { ImportResult } from "#kernel/contract/api/import.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { kwame, milk, sale } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const looked = (part: Partial<ImportResult>): ImportResult => ({
  dry_run: true,
  rows: 2,
  added: 2,
  ignored_columns: [],
  errors: [],
  error_count: 0,
  ...part,
});

describe("exporting a list", () => {
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    fake.server.on("GET /api/products.php", succeeds([milk]));
    fake.server.on("GET /api/customers.php", succeeds([kwame]));
    fake.server.on("GET /api/sales.php", succeeds([sale({ id: "s-1" })]));
  });
  afterEach(() => vi.restoreAllMocks());

  const file = () =>
    new Response("name\r\n", {
      headers: { "content-disposition": 'attachment; filename="list-2026-11-21.csv"' },
    });

  test.each([
    ["/app/products", "products", "Export CSV"],
    ["/app/customers", "customers", "Export CSV"],
    ["/app/sales", "sales", "Export CSV"],
    ["/app/inventory", "movements", "Export stock movements CSV"],
  ] as const)(
    "LIST-01: on %s fetches the file with the session's token",
    async (path, name, label) => {
      const route = `GET /api/v1/exports/${name}.csv`;
      fake.server.on(route, file);
      const user = open(path, "owner");
      await user.click(await screen.findByRole("button", { name: label }));
      await waitFor(() => expect(saved).toEqual(["list-2026-11-21.csv"]));
      expect(fake.server.calls(route)[0]?.headers.get("authorization")).toBe(
        "Bearer token-of-owner",
      );
    },
  );

  test("LIST-01: says so if the file does not arrive", async () => {
    fake.server.on("GET /api/v1/exports/products.csv", breaks);
    const user = open("/app/products", "accountant");
    await user.click(await screen.findByRole("button", { name: "Export CSV" }));
    await screen.findByText("The file could not be downloaded. No answer from the server");
  });

  test("RIGHT-02: is offered to owner, accountant and auditor only", async () => {
    open("/app/products", "manager");
    await screen.findByRole("button", { name: "Import CSV" });
    expect(screen.queryByRole("button", { name: "Export CSV" })).toBeNull();
  });
});

describe("importing a list", () => {
  const IMPORT = "POST /api/v1/products/import";
  const csv = new File(["name,price\nMilo 400g,62\n"], "products.csv", { type: "text/csv" });

  async function chosen(file = csv) {
    fake.server.on("GET /api/products.php", succeeds([]), succeeds([milk]));
    const user = open("/app/products", "manager");
    await user.click(await screen.findByRole("button", { name: "Import CSV" }));
    const dialog = await screen.findByRole("dialog", { name: "Import products" });
    const field = await within(dialog).findByLabelText("CSV file");
    await user.upload(field, file);
    return { user, dialog, field };
  }

  test("LIST-02: checks every row first, then adds all of them and shows them", async () => {
    fake.server.on(IMPORT, succeeds(looked({ ignored_columns: ["id"] })), succeeds(looked({})));
    const { user, dialog } = await chosen();
    await within(dialog).findByText("2 products ready to import.");
    within(dialog).getByText("These columns are ignored: id.");
    await user.click(within(dialog).getByRole("button", { name: "Import 2 products" }));
    await screen.findByText("2 products imported");
    await screen.findByRole("row", { name: /Peak Milk/ });
    const [dry, real] = fake.server.calls(IMPORT);
    expect(dry?.query.get("dry_run")).toBe("true");
    expect(real?.query.get("dry_run")).toBeNull();
    expect(real?.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(real?.headers.get("idempotency-key")).not.toBeNull();
  });

  test("LIST-02: names each invalid row, and imports nothing", async () => {
    const errors = [{ line: 3, column: "price", error: "Must be an amount" }];
    fake.server.on(IMPORT, succeeds(looked({ errors, error_count: 1, added: 0 })));
    const { dialog } = await chosen();
    await within(dialog).findByText("1 error in 2 rows");
    within(dialog).getByText("Must be an amount");
    within(dialog).getByText("Line 3, price");
    expect(within(dialog).getByRole("button", { name: "Import" })).toHaveProperty("disabled", true);
  });

  test("LIST-02: says so if a file has only headings", async () => {
    fake.server.on(IMPORT, succeeds(looked({ rows: 0, added: 0 })));
    const { dialog } = await chosen();
    await within(dialog).findByText("The file has no rows below the headings.");
    expect(within(dialog).queryByText(/all of them right/)).toBeNull();
  });

  test("LIST-02: says why a file cannot be read", async () => {
    fake.server.on(IMPORT, refuses(422, 'The file could not be read: there is no column "name"'));
    const { dialog } = await chosen();
    await within(dialog).findByText(/there is no column "name"/);
  });

  test("LIST-02: uses the file that was chosen last, however long another takes to read", async () => {
    const slow = Promise.withResolvers<string>();
    const large = Object.assign(new File([], "large.csv"), { text: () => slow.promise });
    fake.server.on(IMPORT, succeeds(looked({})));
    const { user, dialog, field } = await chosen(large);
    await user.upload(field, csv);
    await within(dialog).findByText("2 products ready to import.");
    slow.resolve("name,price\nRice,1\n");
    await user.click(within(dialog).getByRole("button", { name: "Import 2 products" }));
    await screen.findByText("2 products imported");
    const sent = fake.server.calls(IMPORT).map(({ body }) => body);
    expect(new Set(sent)).toEqual(new Set([await csv.text()]));
  });

  test("LIST-02: reads a file again that was corrected and chosen again", async () => {
    fake.server.on(IMPORT, succeeds(looked({})));
    const { user, dialog, field } = await chosen();
    await within(dialog).findByRole("button", { name: "Import 2 products" });
    await user.click(field);
    expect(field).toHaveProperty("value", "");
    expect(within(dialog).getByRole("button", { name: "Import" })).toHaveProperty("disabled", true);
  });

  test("RIGHT-02: is not offered to a cashier, and cannot be opened by its address", async () => {
    fake.server.on("GET /api/products.php", succeeds([milk]));
    open("/app/products?import=1", "cashier");
    await screen.findByText(milk.name);
    expect(screen.queryByRole("button", { name: "Import CSV" })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("deleted items", () => {
  const RESTORE = `POST /api/v1/products/${milk.id}/restore`;

  test("PROD-14, LIST-03: are listed and can be restored", async () => {
    let isDeleted = true;
    fake.server.on("GET /api/products.php", (call) => {
      const listsDeleted = call.query.get("archived") === "true";
      return succeeds(listsDeleted === isDeleted ? [milk] : [])(call);
    });
    fake.server.on(RESTORE, (call) => {
      isDeleted = false;
      return succeeds({ id: milk.id })(call);
    });
    const user = open("/app/products", "owner");
    await user.click(await screen.findByRole("button", { name: "Deleted" }));
    await user.click(await screen.findByRole("button", { name: `Restore ${milk.name}` }));
    await screen.findByText(`${milk.name} restored`);
    await screen.findByText("No deleted products");
    await screen.findByRole("row", { name: /Peak Milk/, hidden: true });
    expect(fake.server.calls(RESTORE)).toHaveLength(1);
  });

  test("LIST-03: show why one could not be restored, until the list is closed", async () => {
    fake.server.on("GET /api/products.php", succeeds([milk]));
    fake.server.on(RESTORE, refuses(409, "Your plan has room for 100 products"));
    const user = open("/app/products", "owner");
    await user.click(await screen.findByRole("button", { name: "Deleted" }));
    await user.click(await screen.findByRole("button", { name: `Restore ${milk.name}` }));
    await screen.findByText("Not saved. Your plan has room for 100 products");
    await user.keyboard("{Escape}");
    await user.click(await screen.findByRole("button", { name: "Deleted" }));
    await screen.findByRole("button", { name: `Restore ${milk.name}` });
    expect(screen.queryByText(/^Not saved/)).toBeNull();
  });

  test("LIST-03: have a text for an empty list", async () => {
    fake.server.on("GET /api/customers.php", succeeds([]));
    const user = open("/app/customers", "manager");
    await user.click(await screen.findByRole("button", { name: "Deleted" }));
    await screen.findByText("No deleted customers");
  });

  test("RIGHT-02: are shown only to roles that may restore them", async () => {
    fake.server.on("GET /api/customers.php", succeeds([kwame]));
    open("/app/customers?deleted=1", "cashier");
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByRole("button", { name: "Deleted" })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
