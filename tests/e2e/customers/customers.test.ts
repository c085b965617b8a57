import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";

import {
  createAdder,
  expectFailedLoads,
  refuses,
  sentBy,
  staffOf,
  START,
} from "#tests/e2e/products/shop-hands.ts";
import { DESKTOP, PHONE } from "#tests/kit/browser/browser.ts";
import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { openProduct, type OpenProduct } from "#tests/kit/browser/screens/open-product.ts";
import { LIMITLESS } from "#tests/kit/product/limitless.ts";
import { describeWith } from "#tests/kit/services/describe-with.ts";

const LIST = "/api/customers.php";
const ABENA = {
  first_name: "Abena",
  last_name: "Osei",
  phone: "055 602 7719",
  email: "abena@oseicatering.example",
  address: "22 Lagos Avenue, East Legon",
};
const KWAME = { first_name: "Kwame", last_name: "Boateng", phone: "024 811 4470" };
const Sales = z.array(z.looseObject({ id: z.string() }));
const Events = z.object({ events: z.array(z.object({ seq: z.number() })) });
const HIDDEN = "Hidden for your role";

describeWith(["postgres", "chromium"], "the customers of a shop in a browser", () => {
  let app: OpenProduct;
  let owner: Signed;
  let add: ReturnType<typeof createAdder>;
  let abena: string;
  let soap: string;
  beforeAll(async () => {
    app = await openProduct({ ...LIMITLESS });
    owner = await app.newShop("Known Provisions");
    add = createAdder(app, owner);
    abena = await add("customers", ABENA);
    await add("customers", KWAME);
    soap = await add("products", { name: "Key Soap", price: 5, stock: 900 });
  });
  afterAll(() => app.close());

  const rowOf = (page: Page, name: string) =>
    page.getByRole("row", { name: new RegExp(name), includeHidden: true });
  const press = (place: Page | Locator, name: string | RegExp) =>
    place.getByRole("button", { name, exact: true }).click();
  const fill = async (form: Locator, values: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(values)) await form.getByLabel(label).fill(text);
  };
  const FIELDS = ["First Name", "Last Name", "Email", "Phone", "Address"];
  const valuesOf = (form: Locator) =>
    Promise.all(FIELDS.map((label) => form.getByLabel(label).inputValue()));
  const visit = async (as: Signed, seen: string, path = "/app/customers", size = DESKTOP) => {
    const { page } = await app.visitAs(as, { size });
    await page.goto(`${app.url}${path}`);
    await page.getByRole("main").getByText(seen).first().waitFor(START);
    return page;
  };
  const sell = (customer: string, quantity: number) => {
    const items = [{ product_id: soap, quantity, unit_price: 5 }];
    return add("sales", { customer_id: customer, items, payment_method: "cash" });
  };

  test("CUST-01, CUST-02, CUST-03: the list says that it loads, has its columns, and is searched", async () => {
    const { page } = await app.visitAs(owner, { size: DESKTOP });
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(`**${LIST}`, (route) => held.then(() => route.continue()));
    await page.goto(`${app.url}/app/customers`);
    await page.getByText("Loading customers...").waitFor(START);
    await page.getByRole("heading", { name: "Customers", exact: true }).waitFor();
    letGo();
    await rowOf(page, "Abena Osei").waitFor(START);

    const heads = page.getByRole("columnheader");
    expect(await heads.allInnerTexts()).toEqual(["Customer", "Contact", "Address", "Actions"]);
    const text = await rowOf(page, "Abena Osei").innerText();
    const { phone, email, address } = ABENA;
    for (const part of [`Customer ID: ${abena.slice(-8)}`, phone, email, address]) {
      expect(text).toContain(part);
    }
    expect(await rowOf(page, "Kwame Boateng").innerText()).toContain("No address provided");

    const search = page.getByRole("searchbox", { name: "Search customers" });
    for (const words of ["aBENA", "osei", "CATERING", "602 77"]) {
      await search.fill(words);
      await page.getByText(/^1 of \d+ customers$/).waitFor();
      expect(await rowOf(page, "Abena Osei").count()).toBe(1);
      await search.fill("");
      await rowOf(page, "Kwame Boateng").waitFor();
    }
    // The phone only as it is written.
    await search.fill("6027719");
    await page.getByText("Try adjusting your search criteria").waitFor();
    await page.close();
  });

  test("CUST-04, CUST-05, CUST-06, CUST-07, CUST-10: the first customer is added, after a refusal, and changed", async () => {
    const shop = await app.newShop("Unknown Provisions");
    const page = await visit(shop, "No customers found", "/app/customers", PHONE);
    await page.getByText("Get started by adding your first customer").waitFor();
    await press(page, "Add Customer");
    const form = page.getByRole("dialog", { name: /^(Add|Edit) customer$/ });
    const added = sentBy(page, "POST", LIST);
    await fill(form, { Email: "ama.example" });
    await press(form, "Add Customer");
    for (const problem of ["First name is required", "Last name is required"]) {
      await form.getByText(problem).waitFor();
    }
    await form.getByText("Invalid email address").waitFor();
    expect(added).toEqual([]);

    await fill(form, { "First Name": "Ama", "Last Name": "Owusu", Email: "", Phone: "020 1" });
    await page.route(`**${LIST}`, refuses(409, "The shop is being moved."));
    await press(form, "Add Customer");
    await form.getByText("Not saved. The shop is being moved.").waitFor();
    expect(await valuesOf(form)).toEqual(["Ama", "Owusu", "", "020 1", ""]);
    await page.unroute(`**${LIST}`);
    await press(form, "Add Customer");
    await form.waitFor({ state: "detached" });
    await rowOf(page, "Ama Owusu").waitFor();
    const sent = { first_name: "Ama", last_name: "Owusu", phone: "020 1" };
    expect(added).toEqual([sent, sent]);

    const changed = sentBy(page, "PUT", LIST);
    await press(page, "Edit Ama Owusu");
    expect(await valuesOf(form)).toEqual(["Ama", "Owusu", "", "020 1", ""]);
    await fill(form, { "Last Name": "Owusu-Bonsu", Phone: "", Address: "Osu" });
    await press(form, "Update Customer");
    await form.waitFor({ state: "detached" });
    await rowOf(page, "Ama Owusu-Bonsu").waitFor();
    expect(changed).toMatchObject([{ last_name: "Owusu-Bonsu", phone: null, address: "Osu" }]);
    await press(page, "Add Customer");
    expect(await valuesOf(form)).toEqual(["", "", "", "", ""]);
    await press(form, "Cancel");
    await form.waitFor({ state: "detached" });
    await page.close();
  });

  test("CUST-08, CUST-12, CUST-21: a row deletes after a question and does not erase; past sales keep the name", async () => {
    const id = await add("customers", { first_name: "Adwoa", last_name: "Leaving" });
    const sale = await sell(id, 3);
    const page = await visit(owner, "Adwoa Leaving");
    const labels = await rowOf(page, "Adwoa Leaving")
      .getByRole("button")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    expect(labels).toEqual(["Edit Adwoa Leaving", "Delete Adwoa Leaving"]);
    await press(page, "Delete Adwoa Leaving");
    const question = page.getByRole("alertdialog", { name: "Delete Adwoa Leaving?" });
    await question.getByText("Are you sure you want to delete this customer?").waitFor();
    await press(question, "Cancel");
    await rowOf(page, "Adwoa Leaving").waitFor();
    await press(page, "Delete Adwoa Leaving");
    await press(question, "Delete");
    await rowOf(page, "Adwoa Leaving").waitFor({ state: "detached" });
    await page.goto(`${app.url}/app/sales`);
    await rowOf(page, "Adwoa Leaving").waitFor(START);

    // Until it is erased, on the page that the customer still has.
    await page.goto(`${app.url}/app/customers?customer=${id}`);
    const section = page.getByRole("region", { name: "Erase this customer" });
    await section.getByText(/No one can read name, contact data and notes again/).waitFor(START);
    await press(section, "Erase permanently");
    const erasing = page.getByRole("alertdialog", { name: "Erase Adwoa Leaving permanently?" });
    await press(erasing, "Erase permanently");
    await page.getByRole("heading", { name: "Erased customer" }).waitFor();
    await page.goto(`${app.url}/app/sales`);
    const rows = page.getByRole("main").getByRole("row");
    await rows.filter({ hasText: "Erased customer" }).first().waitFor(START);
    expect(await rows.filter({ hasText: "Adwoa" }).count()).toBe(0);
    // A legacy client calls a sale without a name that of a walk-in.
    const sales = Sales.parse(await app.api.ask("GET", "/api/sales.php", { as: owner }));
    expect(sales.find((one) => one.id === sale)).toMatchObject({
      first_name: null,
      last_name: null,
    });
    await page.close();
  });

  test("CUST-09: customers that do not load have a heading of their own", async () => {
    const { page } = await app.visitAs(owner, { size: PHONE });
    await expectFailedLoads(page, {
      address: `${app.url}/app/customers`,
      reads: LIST,
      failed: "Failed to load customers",
      broken: "Error loading customers",
      heading: "Error Loading Customers",
      loaded: rowOf(page, "Abena Osei"),
    });
    await page.close();
  });

  test("CUST-13, CUST-15, CUST-16, CUST-18, CUST-20: the page shows a customer, also as it was, is edited, calls and writes, erases after a question, and is unknown elsewhere", async () => {
    const contact = { phone: "024 455 0182", email: "yaa@shop.example", address: "Tema" };
    const id = await add("customers", { first_name: "Yaa", last_name: "Regular", ...contact });
    await sell(id, 4);
    const newest = await app.api.ask("GET", "/api/v1/audit/events?limit=1", { as: owner });
    const moment = Events.parse(newest).events[0]?.seq;
    await sell(id, 2);
    const wrong = await sell(id, 100);
    const body = { reason: "Wrong amount" };
    await app.api.ask("DELETE", `/api/sales.php?id=${wrong}`, { as: owner, body });

    const address = `/app/customers?customer=${id}`;
    const page = await visit(owner, "Spent", `${address}&as_of=${moment}`, PHONE);
    const figure = (name: string) =>
      page.getByRole("term").filter({ hasText: name }).locator("xpath=..");
    const spent = () => figure("Spent").innerText();
    const purchases = () => page.getByRole("listitem").filter({ hasText: /^1-\d/ }).allInnerTexts();
    expect(await spent()).toContain("20.00");
    expect(await purchases()).toEqual([expect.stringContaining("20.00")]);
    await press(page, "Back to now");
    await expect.poll(spent, START).toContain("30.00");
    const bought = await purchases();
    expect(bought).toHaveLength(3);
    const text = await page.getByRole("main").innerText();
    for (const part of [id.slice(-8), ...Object.values(contact)]) expect(text).toContain(part);
    expect(text).toMatch(/Customer since\s+\d+ \w+, \d\d:\d\d/);
    expect(await figure("Sales").innerText()).toMatch(/Sales\s+2\s+Last visit \d+ \w+, \d\d:\d\d/);
    const addressOf = (name: string) => page.getByRole("link", { name }).getAttribute("href");
    expect(await addressOf("Call")).toBe("tel:+233244550182");
    expect(await addressOf("WhatsApp")).toBe("https://wa.me/233244550182?text=");

    await press(page, "Edit");
    const form = page.getByRole("dialog", { name: "Edit customer" });
    await fill(form, { "Last Name": "Regular-Addo" });
    await press(form, "Update Customer");
    await page.getByRole("heading", { name: "Yaa Regular-Addo" }).waitFor();

    await press(page, "Erase permanently");
    const question = page.getByRole("alertdialog", { name: "Erase Yaa Regular-Addo permanently?" });
    await question.getByText(/This can't be undone/).waitFor();
    await press(question, "Cancel");
    await press(page, "Erase permanently");
    await press(question, "Erase permanently");
    await page.getByRole("heading", { name: "Erased customer" }).waitFor();
    expect(await spent()).toContain("30.00");
    await expect.poll(purchases, START).toEqual(bought);
    const after = await page.getByRole("main").innerText();
    for (const gone of ["Yaa", ...Object.values(contact)]) expect(after).not.toContain(gone);
    await page.goto(`${app.url}/app/customers`);
    await rowOf(page, "Abena Osei").waitFor(START);
    expect(await rowOf(page, "Yaa").count()).toBe(0);
    await page.getByRole("searchbox", { name: "Search customers" }).fill(contact.phone);
    await page.getByText("Try adjusting your search criteria").waitFor();
    await page.close();

    const stranger = await app.newShop("Other Provisions");
    const elsewhere = `/app/customers?customer=${abena}`;
    const theirs = await visit(stranger, "Customer not found", elsewhere, PHONE);
    expect(await theirs.getByRole("main").innerText()).not.toMatch(/Abena|Osei|Spent/);
    await theirs.close();
  });

  test.each(["stock_keeper", "auditor"])(
    "CUST-11, CUST-19: a person who is %s sees names, and that the rest is hidden",
    async (role) => {
      const page = await visit(await staffOf(app, owner, role), "Abena Osei");
      const row = rowOf(page, "Abena Osei");
      await row.getByText(HIDDEN).locator("visible=true").waitFor();
      await row.getByRole("link", { name: "Abena Osei" }).click();
      await page.getByRole("heading", { name: "Abena Osei" }).waitFor();
      await expect.poll(() => page.getByRole("main").getByText(HIDDEN).count()).toBe(3);
      const text = await page.getByRole("main").innerText();
      const { phone, email, address } = ABENA;
      for (const secret of [phone, email, address]) expect(text).not.toContain(secret);
      expect(await page.getByRole("button", { name: /^(Edit|Erase)/ }).count()).toBe(0);
      await page.close();
    },
  );
});
