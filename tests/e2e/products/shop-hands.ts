import type { Locator, Page, Route } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { acceptedStaff } from "#tests/kit/browser/screens/cashier.ts";
import type { OpenProduct } from "#tests/kit/browser/screens/open-product.ts";

/** Until the first screen of a page is there, on a busy machine. */
export const START = { timeout: 60_000 };

const Id = z.object({ id: z.string() });

/** Adds a product, a customer or a sale to a shop by the API. */
export const createAdder =
  (app: OpenProduct, as: Signed) =>
  async (kind: "products" | "customers" | "sales", body: object): Promise<string> =>
    Id.parse(await app.api.ask("POST", `/api/${kind}.php`, { as, body })).id;

/** A person of that role in the owner's shop. */
export const staffOf = async (app: OpenProduct, owner: Signed, role: string): Promise<Signed> =>
  acceptedStaff(
    app.api,
    { owner, admin: await app.signedIn("admin") },
    {
      email: `${role}@${owner.tenant.id}.example`.replaceAll("_", "-"),
      role,
      first_name: "Afia",
      last_name: "Badu",
    },
  );

/** The bodies that leave the page in such requests from now on. */
export function sentBy(page: Page, method: string, path: string): readonly unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    const isSuch = request.method() === method && new URL(request.url()).pathname === path;
    if (isSuch) bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** The server's answer to what it does not do. */
export const refuses =
  (status: number, error: string) =>
  (route: Route): Promise<void> =>
    route.fulfill({
      status,
      contentType: "application/json",
      body: JSON.stringify({ success: false, error, code: "refused", request_id: "r-1" }),
    });

type Load = Readonly<{
  address: string;
  /** The path of the API that the screen reads. */
  reads: string;
  failed: string;
  broken: string;
  /** Of both, if the screen has one. */
  heading?: string;
  /** Seen once it has loaded. */
  loaded: Locator;
}>;

const REASON = "The shop is being moved.";

/** The load is refused, then has no answer, and then succeeds by "Try Again". */
export async function expectFailedLoads(page: Page, load: Load): Promise<void> {
  const again = page.getByRole("button", { name: "Try Again" });
  let answer = refuses(403, REASON);
  const isRead = ({ pathname }: URL) => pathname === load.reads;
  await page.route(isRead, (route) => answer(route));
  await page.goto(load.address);
  await page.getByText(load.failed, { exact: true }).waitFor(START);
  await page.getByRole("heading", { name: load.heading ?? load.failed }).waitFor();
  await page.getByText(REASON).waitFor();
  answer = (route) => route.abort();
  await again.click();
  await page.getByText(load.broken, { exact: true }).waitFor(START);
  await page.getByRole("heading", { name: load.heading ?? load.broken }).waitFor();
  await page.getByText(REASON).waitFor({ state: "detached" });
  expect(await load.loaded.count()).toBe(0);
  await page.unroute(isRead);
  await again.click();
  await load.loaded.waitFor(START);
}
