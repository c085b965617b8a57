import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { breaks, hangs, refuses, succeeds } from "#tests/web/kit/fake-server.ts";
import { abena, kwame } from "#tests/web/kit/shop.ts";

const fake = serveEachTest();

const LIST = "GET /api/customers.php";
const PATH = "/app/customers";

const refused = refuses(429, "Too many requests");

describe("the list of customers", () => {
  test("CUST-03: shows name, the end of the ID, contact and address", async () => {
    fake.server.on(LIST, succeeds([kwame, abena]));
    open(PATH, "owner");
    const row = await screen.findByRole("row", { name: /Abena Osei/ });
    for (const text of ["Customer ID: 18d94ba6", "055 602 7719", "abena@oseicatering.example"]) {
      expect(row.textContent).toContain(text);
    }
    expect(row.textContent).toContain("22 Lagos Avenue, East Legon");
    const bare = screen.getByRole("row", { name: /Kwame Boateng/ });
    expect(bare.textContent).toContain("No address provided");
    screen.getByText("2 customers");
    expect(document.title).toBe("Customers · Tillbook");
  });

  test("CUST-01: allows searching while it loads", async () => {
    fake.server.on(LIST, hangs);
    open(PATH, "owner");
    await screen.findByText("Loading customers...");
    screen.getByPlaceholderText("Search by name, email, or phone");
  });

  test.each([
    ["first name", "aBENA"],
    ["last name", "osei"],
    ["whole name", "abena os"],
    ["email", "CATERING"],
    ["phone", "602 77"],
    ["customer ID", "18D94BA6"],
  ])("CUST-02: searches by %s", async (_, search) => {
    fake.server.on(LIST, succeeds([kwame, abena]));
    const user = open(PATH, "owner");
    await user.type(await screen.findByRole("searchbox", { name: "Search customers" }), search);
    await screen.findByText("1 of 2 customers");
    screen.getByText("Abena Osei");
    expect(screen.queryByText("Kwame Boateng")).toBeNull();
  });

  test("CUST-02: does not search by address or by a part of the ID", async () => {
    fake.server.on(LIST, succeeds([kwame, abena]));
    const user = open(PATH, "owner");
    const search = await screen.findByRole("searchbox", { name: "Search customers" });
    for (const words of ["Lagos", "18d94"]) {
      await user.clear(search);
      await user.type(search, words);
      await screen.findByText("No customers found");
      screen.getByText("Try adjusting your search criteria");
    }
  });

  test("CUST-04: invites to add the first customer", async () => {
    fake.server.on(LIST, succeeds([]));
    open(PATH, "owner");
    await screen.findByText("No customers found");
    screen.getByText("Get started by adding your first customer");
    expect(screen.getAllByRole("button", { name: "Add Customer" })).toHaveLength(1);
  });

  test.each([
    ["a refusal", refused, "Failed to load customers"],
    ["no answer", breaks, "Error loading customers"],
  ])("CUST-09: shows %s under its heading and retries", async (_, answer, text) => {
    fake.server.on(LIST, answer);
    const user = open(PATH, "owner");
    await screen.findByRole("heading", { name: "Error Loading Customers" });
    screen.getByText(text);
    fake.server.on(LIST, succeeds([kwame]));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Kwame Boateng");
  });
});

describe("what each role may do with customers", () => {
  const buttons = async (role: string) => {
    fake.server.on(LIST, succeeds([kwame]));
    open(PATH, role);
    await screen.findByText("Kwame Boateng");
    const names = ["Add Customer", "Edit Kwame Boateng", "Delete Kwame Boateng"];
    return names.filter((name) => screen.queryByRole("button", { name }) !== null);
  };

  test("a manager adds, edits and deletes", async () => {
    expect(await buttons("manager")).toHaveLength(3);
  });

  test("a cashier adds and edits", async () => {
    expect(await buttons("cashier")).toEqual(["Add Customer", "Edit Kwame Boateng"]);
  });

  test("CUST-11: a stock keeper sees names, and that the rest is hidden", async () => {
    expect(await buttons("stock_keeper")).toEqual([]);
    expect(screen.getAllByText("Hidden for your role").length).toBeGreaterThan(0);
    expect(screen.queryByText("No address provided")).toBeNull();
  });

  test("a role that may not write cannot open the form by its URL", async () => {
    fake.server.on(LIST, succeeds([kwame]));
    open(`${PATH}?add=1`, "accountant");
    await screen.findByText("Kwame Boateng");
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
