import { describe, expect, test } from "vitest";

import { DEMO_SHOPS } from "#standalone/demo/catalogue.ts";
import { randomPassword } from "#standalone/demo/sign-ins.ts";
import { greeting } from "#standalone/product/greeting.ts";

const URL = "http://127.0.0.1:3000";

const demo = {
  startedMs: 0,
  isSeeded: true,
  superAdmin: { email: "root@demo.example", password: "root-password" },
  owners: Object.fromEntries(
    DEMO_SHOPS.map(({ key, owner }) => [key, { email: owner.email, password: `${key}-password` }]),
  ),
};

describe("the greeting", () => {
  test("says where the product runs and how to stop it, once each", () => {
    for (const text of [greeting(URL, undefined), greeting(URL, demo)]) {
      expect(text.split(`Tillbook is running at ${URL}\n`)).toHaveLength(2);
      expect(text.split("Ctrl-C stops it.")).toHaveLength(2);
    }
  });

  test("prints no account and no password where there is no demo", () => {
    const text = greeting(URL, undefined);
    expect(text).not.toContain("@");
    expect(text).not.toMatch(/sign-in|password|admin/i);
    expect(text.trim().split("\n")).toHaveLength(3);
  });

  test("prints each owner and the super admin on a line of its own, with where they sign in", () => {
    const lines = greeting(URL, demo, { admin: { signIn: demo.superAdmin } }).split("\n");
    for (const { key, businessName, owner } of DEMO_SHOPS) {
      expect(lines.filter((line) => line.includes(`${key}-password`))).toEqual([
        expect.stringMatching(new RegExp(`^  ${businessName} +${owner.email} +${key}-password$`)),
      ]);
    }
    expect(lines.filter((line) => line.includes("root-password"))).toEqual([
      expect.stringMatching(/^ {2}Super admin +root@demo\.example +root-password$/),
    ]);
    expect(lines).toContain(`The super admin signs in at ${URL}/auth/super-admin`);
  });
});

test("without a super admin who can sign in it prints none, and the reason", () => {
  const text = greeting(URL, demo, { admin: { note: "There is another." } });
  expect(text).not.toMatch(/root@demo\.example|root-password|Super admin/);
  expect(text.split("\n")).toContain("There is another.");
});

test("a demo password is twelve letters and figures that do not look alike, another each time", () => {
  const passwords = Array.from({ length: 200 }, randomPassword);
  expect(new Set(passwords).size).toBe(passwords.length);
  for (const password of passwords) expect(password).toMatch(/^[abcdefghjkmnp-z2-9]{12}$/);
});
