import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import {
  CASHIER_PIN,
  chooseApprover,
  enterPin,
  lock,
  nextSale,
  openNotices,
  openSharedShop,
  OWNER_PIN,
  payCash,
  press,
  sells,
  type SharedShop,
  typePrice,
  unlock,
} from "#tests/kit/browser/shared-till.ts";

import { contactSheet, type Shot } from "./contact-sheet.ts";
import { type NamedViewport, VIEWPORTS } from "./viewports.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "..", "tmp", "counter");
const MILK = /^Peak Milk 400g/;
/** Until nothing moves. */
const STILL_MS = 800;

/** A till that two people share, in states that it has only while something happens, with a contact sheet. */
export async function takeCounter(only: string | undefined): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const shots: Shot[] = [];
  const shop = await openSharedShop();
  try {
    for (const viewport of VIEWPORTS.filter(({ name }) => only === undefined || name === only)) {
      shots.push(...(await shootTill(shop, viewport)));
    }
  } finally {
    await shop.close();
  }
  await writeFile(join(FOLDER, "index.html"), contactSheet(shots));
  process.stdout.write(`${shots.length} pictures: ${join(FOLDER, "index.html")}\n`);
}

const Products = z.array(z.object({ id: z.string(), name: z.string(), stock: z.number() }));

/** The product that is sold, and what of it the server has. */
async function milkOf({
  api,
  owner,
}: SharedShop): Promise<Readonly<{ id: string; stock: number }>> {
  const products = Products.parse(await api.ask("GET", "/api/products.php", { as: owner }));
  const milk = products.find(({ name }) => MILK.test(name));
  if (milk === undefined) throw new Error("the demo shop has no milk");
  return { id: milk.id, stock: milk.stock };
}

async function shootTill(shop: SharedShop, viewport: NamedViewport): Promise<Shot[]> {
  const { size, scheme, scale } = viewport;
  const look = { colorScheme: scheme, deviceScaleFactor: scale };
  const { page, context } = await shop.openTill(size, look);
  const shots: Shot[] = [];
  const shoot = async (name: string, of = page): Promise<void> => {
    await of.waitForTimeout(STILL_MS);
    const file = `${name}.${viewport.name}.png`;
    await of.screenshot({ path: join(FOLDER, file) });
    shots.push({ name, viewport: viewport.name, file });
  };

  await sells(page, "Akosua");
  await shoot("head-online");
  await press(page, "Online");
  await shoot("to-send-nothing");
  await page.keyboard.press("Escape");

  await press(page, MILK);
  await lock(page);
  await shoot("lock-people");
  await unlock(page, "Yaw Darko", "7391");
  await page.getByText("Wrong PIN.").waitFor();
  await shoot("lock-wrong-pin");
  await enterPin(page, CASHIER_PIN, "Unlock");
  await sells(page, "Yaw");
  await shoot("head-of-another-person");

  await typePrice(page, "60");
  await shoot("approval-people");
  await chooseApprover(page, "Akosua");
  await shoot("approval-pin");
  await press(page, "Ask on their phone");
  await shoot("approval-waiting");
  const other = await shop.visit(size, look);
  await openNotices(other.page, shop.url);
  await shoot("approval-notice", other.page);
  await other.page
    .getByRole("link", { name: /Answer/ })
    .first()
    .click();
  await shoot("approval-question", other.page);
  await press(other.page, "Refuse");
  await shoot("approval-refused");
  await enterPin(page, OWNER_PIN, "Approve");
  await shoot("approval-given");

  await context.setOffline(true);
  await shoot("head-offline");
  const counted = await milkOf(shop);
  const putStock = (body: object) =>
    shop.api.ask("PUT", "/api/products.php", { as: shop.owner, body });
  // Meanwhile the owner counts none, so the sale needs attention.
  await putStock({ ...counted, stock: 0 });
  await payCash(page);
  await shoot("paid-offline");
  await nextSale(page);
  await shoot("head-to-send");
  await press(page, /\d to send/);
  await shoot("to-send-one");
  await press(page, /^Today's sales/);
  await shoot("today");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await lock(page);
  await unlock(page, "Akosua", OWNER_PIN);
  await shoot("lock-without-network");
  await context.setOffline(false);

  await other.page.goto(`${shop.url}/app/attention`);
  const issue = other.page.getByRole("listitem").filter({ hasText: "Peak Milk" }).first();
  await issue.waitFor();
  await shoot("attention", other.page);
  await putStock(counted);
  await context.close();
  await other.page.goto(`${shop.url}/app/settings?tab=tills`);
  await shoot("tills", other.page);
  await other.context.close();
  return shots;
}
