import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";

import { passwordWarning } from "#command-api/account-store/password-warning.ts";
import { open, serveEachTest } from "#tests/web/kit/app.tsx";
import { COMMON_PASSWORDS } from "#web/common-passwords.ts";

serveEachTest();

const RULE = "At least 8 characters.";
const COMMON = "That's a common password. Choose a stronger one.";

describe("AUTH-27: a new password", () => {
  test("that is common is said to be so below the field while it is typed", async () => {
    const user = open("/auth/register");
    const password = await screen.findByLabelText("Password");
    screen.getByText(RULE);
    await user.type(password, "Iloveyou");
    await screen.findByText(COMMON);
    expect(password.getAttribute("aria-describedby")).toBe(screen.getByText(COMMON).id);
    await user.type(password, " Ama");
    await screen.findByText(RULE);
  });

  test("that is the name of the business is, too", async () => {
    const user = open("/auth/register");
    await user.type(await screen.findByLabelText("Business name"), "Akosua Fabrics");
    await user.type(screen.getByLabelText("Password"), "akosuafabrics");
    await screen.findByText("That's the name of your business. Choose a stronger password.");
  });

  test("is compared with those that the server warns about", () => {
    const words = String(JSON.parse(COMMON_PASSWORDS.COMMON_PASSWORDS)).split("\n");
    expect(words.length).toBeGreaterThan(500);
    expect(words.filter((word) => passwordWarning(word) === undefined)).toEqual([]);
  });
});
