import { randomUUID } from "node:crypto";

import type { Page } from "playwright-core";
import * as z from "zod/mini";

import type { Signed } from "#tests/kit/browser/screens/api.ts";
import { STAFF_PASSWORD } from "#tests/kit/browser/screens/cashier.ts";
import type { Credentials, OpenProduct } from "#tests/kit/browser/screens/open-product.ts";

/** For the first screen on a busy machine. */
export const PATIENCE = { timeout: 60_000 };

export const LOGIN = "/auth/login";
export const ADMIN_LOGIN = "/auth/super-admin";

const KEYS = ["tenant", "token", "user"] as const;

/** What is typed into the fields of these labels. */
export async function fillIn(page: Page, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(typed)) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
}

export const submit = (page: Page): Promise<void> =>
  page.locator("form button[type=submit]").click(PATIENCE);

/** On a page that asks for email and password. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email").waitFor(PATIENCE);
  await fillIn(page, { Email: email, Password: password });
  await submit(page);
}

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor(PATIENCE);

export const pathOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Which parts of a session this browser keeps. */
export const keptOf = (page: Page): Promise<string[]> =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), KEYS);

export const WHOLE_SESSION: readonly string[] = KEYS;

/** An account of its own shop, with the password that was chosen. */
export async function newOwner(
  app: OpenProduct,
  name: string,
): Promise<Readonly<{ signed: Signed; typed: Credentials }>> {
  const typed = { email: `${randomUUID()}@corner.example`, password: STAFF_PASSWORD };
  const person = { business_name: name, first_name: "Efua", last_name: "Asante" };
  const signed = await app.api.signIn("/auth/register.php", { ...person, ...typed });
  return { signed, typed };
}

const Mails = z.array(z.object({ to: z.string(), text: z.string() }));

/** The path of the newest link that was mailed to this address. */
export async function mailedPath(app: OpenProduct, to: string): Promise<string> {
  const as = await app.signedIn("admin");
  const mails = Mails.parse(await app.api.ask("GET", "/dev/mails/list", { as }));
  const text = mails.find((one) => one.to === to)?.text ?? "";
  return /\/auth\/[\w-]+\?token=[\w-]+/.exec(text)?.[0] ?? "";
}
