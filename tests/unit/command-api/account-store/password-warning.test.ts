import { expect, test } from "vitest";

import { passwordWarning } from "#command-api/account-store/password-warning.ts";

test.for(["password", "PassWord", "12345678", "qwertyuiop", "iloveyou", "trustno1"])(
  "%s is one of the first that are tried",
  (password) => {
    expect(passwordWarning(password)).toContain("one of the first");
  },
);

test("the name of the business is easily guessed, however it is written", () => {
  for (const password of ["Akosua Fabrics", "akosuafabrics", "AKOSUA FABRICS"]) {
    expect(passwordWarning(password, "Akosua Fabrics")).toContain("name of your business");
  }
  expect(passwordWarning("Akosua Fabrics 7", "Akosua Fabrics")).toBeUndefined();
});

test.for(["correct horse", "8 letters", "", "constructor1"])("%j has no warning", (password) => {
  expect(passwordWarning(password, "Shop of Ama")).toBeUndefined();
});
