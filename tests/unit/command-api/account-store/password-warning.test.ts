import { expect, test } from "vitest";

import { passwordWarning } from "#command-api/account-store/password-warning.ts";

test.for(["password", "PassWord", "12345678", "qwertyuiop", "iloveyou", "trustno1"])(
  "warns about the common password %s",
  (password) => {
    expect(passwordWarning(password)).toContain("one of the most common");
  },
);

test("warns about the business name in any spelling", () => {
  for (const password of ["Akosua Fabrics", "akosuafabrics", "AKOSUA FABRICS"]) {
    expect(passwordWarning(password, "Akosua Fabrics")).toContain("name of your business");
  }
  expect(passwordWarning("Akosua Fabrics 7", "Akosua Fabrics")).toBeUndefined();
});

test.for(["correct horse", "8 letters", "", "constructor1"])("no warning for %j", (password) => {
  expect(passwordWarning(password, "Shop of Ama")).toBeUndefined();
});
