import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, test } from "vitest";

import { toPdf } from "#query-api/report/pdf/paper.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import { idOf } from "#tests/integration/command-api/routes/ask.ts";

const PDF = "/api/v1/exports/reports/summary.pdf";

let apis: Apis;
const token = (as: "owner" | "foreign owner"): string => apis.tokens.get(as) ?? "";
beforeAll(async () => {
  apis = await openApis();
  await apis.ask("PUT", "/api/v1/settings/business", { body: { tax_rate: 20 } });
  const body = { name: "Ɛmo ne aduane ɔkɔtɔ", price: 12, cost: 9.5, stock: 50, category: "Aduane" };
  const rice = idOf(await apis.ask("POST", "/api/products.php", { body }));
  await apis.sell([[rice, 3, 12]]);
  await apis.sell([[rice, 2, 12]], { payment_method: "mobile_money" });
});
afterAll(() => apis.close());

async function textsOf(url: string, as: "owner" | "foreign owner" = "owner") {
  const answer = await apis.apps.query.inject({
    url,
    headers: { authorization: `Bearer ${token(as)}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/pdf");
  const { text, totalPages } = await extractText(new Uint8Array(answer.rawPayload));
  return { text: text.join("\n"), totalPages, name: answer.headers["content-disposition"] };
}

test("REP-19: a day's sales are a PDF with totals, payment methods, categories, products and people", async () => {
  const day = new Date(apis.clock()).toISOString().slice(0, 10);
  const { text, name } = await textsOf(`${PDF}?from=${day}&to=${day}`);
  expect(name).toBe(`attachment; filename="sales-${day}.pdf"`);
  for (const part of [
    "so far",
    "GH₵60.00",
    "Mobile money 1 GH₵24.00",
    "Aduane 1 GH₵60.00 GH₵47.50 GH₵12.50",
    "Ɛmo ne aduane ɔkɔtɔ 5 GH₵60.00 GH₵47.50 GH₵12.50",
    "By person",
    "VAT 15% 2 GH₵50.00 GH₵7.50",
    "1 of 1",
  ]) {
    expect(text.replaceAll(/\s+/g, " ")).toContain(part);
  }
  expect(text).not.toContain("By day");
});

test("REP-19: several days are listed, and another shop's file has none of it", async () => {
  expect((await textsOf(`${PDF}?period=30`)).text).toContain("By day");
  const { text } = await textsOf(`${PDF}?period=30`, "foreign owner");
  expect(text).not.toContain("Aduane");
});

test("REP-19: a long table goes on over pages under its columns, and long names are cut", async () => {
  const rows = Array.from({ length: 120 }, (_, n) => [`${"Long name ".repeat(30)}${n}`, `${n}`]);
  const file = await toPdf({
    title: "Many",
    lines: [],
    tables: [{ title: "By product", columns: ["Product", "Sold"], rows, note: "The end" }],
  });
  const { text, totalPages } = await extractText(new Uint8Array(file));
  expect(totalPages).toBe(3);
  for (const page of text) expect(page).toContain("Product");
  expect(text.at(-1)).toContain("The end");
  expect(text.join("\n")).toContain("119");
});
