import { describe, expect, test } from "vitest";

import { LoginRequest, RegisterForm, RegisterRequest } from "#kernel/contract/api/auth.ts";
import { AddCustomerRequest, ChangeCustomerRequest } from "#kernel/contract/api/customer.ts";
import { texts } from "#kernel/contract/texts.ts";
import { parse, takes, wrong } from "#tests/kit/checks/schema-checks.ts";

const words = texts.registration;
const SHOP = {
  business_name: "Ama's",
  first_name: "Ama",
  last_name: "Mensah",
  email: "ama@example.com",
  password: "12345678",
};

describe("a customer", () => {
  test("needs a first and a last name; an email must look like one", () =>
    expect(wrong(AddCustomerRequest, { first_name: " ", email: "ama" })).toStrictEqual({
      first_name: words.firstNameRequired,
      last_name: words.lastNameRequired,
      email: words.emailInvalid,
    }));

  test("has maximum lengths", () => {
    const ama = { first_name: "Ama", last_name: "Mensah" };
    expect(
      takes(AddCustomerRequest, { ...ama, phone: "0".repeat(32), address: "x".repeat(500) }),
    ).toBe(true);
    expect(takes(AddCustomerRequest, { ...ama, phone: "0".repeat(33) })).toBe(false);
    expect(takes(AddCustomerRequest, { ...ama, address: "x".repeat(501) })).toBe(false);
    expect(takes(AddCustomerRequest, { ...ama, first_name: "x".repeat(201) })).toBe(false);
  });

  test("keeps fields that an edit form sends empty and drops null", () =>
    expect(
      parse(ChangeCustomerRequest, {
        id: "c",
        first_name: "Ama",
        email: "",
        phone: null,
        address: "Osu",
      }),
    ).toStrictEqual({ id: "c", first_name: "Ama", email: undefined, phone: null, address: "Osu" }));
});

describe("a registration", () => {
  test("reports missing fields in the specification's words", () =>
    expect(wrong(RegisterRequest, { business_name: "", email: "", password: "" })).toMatchObject({
      business_name: words.businessNameRequired,
      first_name: words.firstNameRequired,
      last_name: words.lastNameRequired,
      email: words.emailRequired,
      password: words.passwordRequired,
    }));

  test.for([
    ["", false],
    ["1234567", false],
    ["12345678", true],
    ["x".repeat(128), true],
    ["x".repeat(129), false],
    ["        ", true],
    ["pass 😀 wörd", true],
  ])("with the password %j: %s", ([password, good]) =>
    expect(takes(RegisterRequest, { ...SHOP, password })).toBe(good),
  );

  test("keeps every character of a password", () =>
    expect(parse(RegisterRequest, { ...SHOP, password: " 12345678 " })).toMatchObject({
      password: " 12345678 ",
    }));

  test("repeats the password only in its form", () => {
    expect(wrong(RegisterForm, { ...SHOP, confirm_password: "" })).toMatchObject({
      confirm_password: expect.any(String),
    });
    expect(wrong(RegisterForm, { ...SHOP, confirm_password: "other" })).toStrictEqual({
      confirm_password: words.passwordsDiffer,
    });
    expect(takes(RegisterForm, { ...SHOP, confirm_password: SHOP.password })).toBe(true);
  });
});

test("a sign-in accepts any email that is not empty; an unknown one fails later", () => {
  expect(parse(LoginRequest, { email: " AMA ", password: "x" })).toStrictEqual({
    email: "ama",
    password: "x",
  });
  expect(wrong(LoginRequest, {})).toStrictEqual({
    email: words.emailRequired,
    password: words.passwordRequired,
  });
  expect(takes(LoginRequest, { email: "a@b", password: "x".repeat(1025) })).toBe(false);
});
