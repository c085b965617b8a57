import type { Page } from "playwright-core";
import * as z from "zod/mini";

import { PATIENCE } from "#tests/e2e/sell/counter.ts";
import { enterPin } from "#tests/kit/browser/shared-till.ts";

/** Some of what a session of a till does not reach. */
export const NOT_FOR_TILLS = [
  "/api/products.php",
  "/api/v1/tills",
  "/api/v1/staff",
  "/api/v1/account",
  "/api/v1/notifications",
  "/api/v1/audit/events",
];

/** The dialog in which a person sets or changes their PIN. */
export function pinDialog(page: Page) {
  const dialog = page.getByRole("dialog", { name: / PIN$/ });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  return {
    says: (text: RegExp): Promise<void> => dialog.getByText(text).waitFor(PATIENCE),
    fill: (name: string, text: string): Promise<void> => field(name).fill(text, PATIENCE),
    save: (): Promise<void> => dialog.getByRole("button", { name: / PIN$/ }).click(PATIENCE),
    /** The error under a field, if there is one. */
    under: async (name: string): Promise<string> => {
      const ids = (await field(name).getAttribute("aria-describedby")) ?? "";
      const texts = ids.split(" ").map((id) => page.locator(`[id="${id}"]`).allInnerTexts());
      return (await Promise.all(texts)).flat().join(" ");
    },
  };
}

const Refusal = z.object({ error: z.string(), code: z.string() });

/** By the keyboard, which is quicker than the keys on the screen. */
async function typePin(page: Page, pin: string): Promise<void> {
  await page.keyboard.type(pin);
  await page.keyboard.press("Enter");
}

/** Enters a PIN, waits for the server's answer and for what the screen says then. */
export async function tryPin(
  page: Page,
  pin: string,
  { end = "Unlock", says }: Readonly<{ end?: "Unlock" | "Approve"; says: string | RegExp }>,
): Promise<string> {
  await page.getByRole("group", { name: /^PIN of / }).waitFor(PATIENCE);
  const path = end === "Unlock" ? "**/api/v1/till/unlock" : "**/api/v1/approvals";
  const [answer] = await Promise.all([
    page.waitForResponse(path, PATIENCE),
    end === "Unlock" ? typePin(page, pin) : enterPin(page, pin, end),
  ]);
  await page.getByText(says).first().waitFor(PATIENCE);
  const { error, code } = Refusal.parse(await answer.json());
  return `${answer.status()} ${code} ${error}`;
}

/** What the server answers to each request of the session of this page. */
export const statusesOf = (page: Page, paths: readonly string[]): Promise<number[]> =>
  page.evaluate(async (all) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
    const answers = await Promise.all(all.map((path) => fetch(path, { headers })));
    return answers.map(({ status }) => status);
  }, paths);
