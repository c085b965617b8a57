import { describe, expect, test } from "vitest";

import { serverTexts, texts } from "#kernel/contract/texts.ts";

describe("texts quoted by the specification are exact to the letter", () => {
  const { registration, login, superAdminLogin, sales, customers, products, stock } = texts;

  test.each([
    [registration.businessNameRequired, "Business name is required"],
    [registration.firstNameRequired, "First name is required"],
    [registration.lastNameRequired, "Last name is required"],
    [registration.emailRequired, "Email is required"],
    [registration.emailInvalid, "Invalid email address"],
    [registration.passwordRequired, "Password is required"],
    [registration.passwordTooShort, "Password must be at least 8 characters"],
    [registration.confirmPassword, "Please confirm your password"],
    [registration.passwordsDiffer, "Passwords do not match"],
    [registration.failed, "Registration failed"],
    [login.failed, "Login failed"],
    [superAdminLogin.failed, "Super admin login failed"],
    [superAdminLogin.httpError(502), "HTTP error! status: 502"],
    [superAdminLogin.network, "Network error. Please try again."],
    [texts.dashboard.failed, "Failed to load dashboard"],
    [texts.dashboard.error, "Error loading dashboard"],
    [products.failed, "Failed to load products"],
    [products.error, "Error loading products"],
    [texts.inventory.failed, "Failed to load inventory"],
    [texts.inventory.error, "Error loading inventory"],
    [sales.failed, "Failed to load sales"],
    [sales.error, "Error loading sales"],
    [customers.failed, "Failed to load customers"],
    [customers.error, "Error loading customers"],
    [customers.errorHeading, "Error Loading Customers"],
    [texts.reports.failed, "Failed to load reports"],
    [texts.reports.error, "Error loading reports"],
    [products.confirmDelete, "Are you sure you want to delete this product?"],
    [sales.confirmDelete, "Are you sure you want to delete this sale?"],
    [customers.confirmDelete, "Are you sure you want to delete this customer?"],
    [sales.addOneItem, "Please add at least one item to the sale"],
    [sales.walkIn, "Walk-in Customer"],
    [stock.belowZero, "Cannot reduce stock below 0"],
    [serverTexts.insufficientStock("Milo 400g"), "Insufficient stock for Milo 400g"],
    [texts.tryAgain, "Try Again"],
    [texts.retry, "Retry"],
  ])("%j", (text, quoted) => expect(text).toBe(quoted));
});
