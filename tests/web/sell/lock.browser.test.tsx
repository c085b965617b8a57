import { fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";

import "#web/theme/reset.css.ts";
import "#web/theme/theme.css.ts";
import { faultsOf } from "#tests/web/kit/access.ts";
import { refuses } from "#tests/web/kit/fake-server.ts";
import { esi, sharedTillEachTest, UNLOCK } from "#tests/web/kit/shared-till.ts";
import { openTill, press, tile } from "#tests/web/kit/till.tsx";

const fake = sharedTillEachTest();
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
] as const;
const THEMES = ["light", "dark"] as const;
const LEAST_PX = 48;
/** The till derives what it keeps of the PIN at the same time. */
const WAIT = { timeout: 10_000 };

afterEach(() => {
  delete document.documentElement.dataset["theme"];
});

const small = () =>
  screen
    .getAllByRole("button")
    .filter((button) => button.getBoundingClientRect().height < LEAST_PX - 0.5)
    .map((button) => button.textContent);

const expectWell = async (width: number) => {
  expect(await faultsOf()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  expect(small()).toEqual([]);
};

const openPad = async () => {
  await openTill("cashier");
  fireEvent.click(tile("Gino"));
  fireEvent.click(await screen.findByRole("button", { name: /^Lock\./ }));
  fireEvent.click(await screen.findByRole("button", { name: /Esi Owusu/ }));
  await screen.findByRole("heading", { name: esi.name });
};
const enterPin = () => {
  for (const digit of "4826") press(digit);
  press("Unlock");
};

describe("the lock in a browser", () => {
  for (const { width, height } of SIZES) {
    for (const theme of THEMES) {
      test(`PIN-48: has no accessibility faults and keys of 48 px at ${width}, ${theme}`, async () => {
        document.documentElement.dataset["theme"] = theme;
        await page.viewport(width, height);
        await openTill("cashier");
        fireEvent.click(tile("Gino"));
        fireEvent.click(await screen.findByRole("button", { name: /^Lock\./ }));
        await screen.findByRole("heading", { name: "Who is selling?" });
        await expectWell(width);
        fireEvent.click(screen.getByRole("button", { name: /Esi Owusu/ }));
        await screen.findByRole("heading", { name: esi.name });
        await expectWell(width);
        fake.server.on(UNLOCK, refuses(403, "Wrong PIN", "wrong-pin"), refuses(429, "Later"));
        enterPin();
        await screen.findByText(/^Wrong PIN\./);
        await expectWell(width);
        enterPin();
        await screen.findByText(/^Too many wrong tries/);
        await expectWell(width);
      });
    }
  }

  test("PIN-48: the title of each step has the focus, and the keys never move", async () => {
    await page.viewport(360, 740);
    await openPad();
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: esi.name }));
    const top = () => screen.getByRole("button", { name: "1" }).getBoundingClientRect().top;
    const before = top();
    fake.server.on(UNLOCK, refuses(403, "Wrong PIN", "wrong-pin"));
    enterPin();
    await screen.findByText(/^Wrong PIN\./);
    expect(top()).toBe(before);
  });

  test("PIN-32: a right PIN opens the till with its cart", async () => {
    await page.viewport(360, 740);
    await openPad();
    enterPin();
    await screen.findByRole("button", { name: /^Lock\. Esi/ }, WAIT);
    await screen.findByText("1 Gino Tomato Paste 210g in the cart", undefined, WAIT);
  });
});
