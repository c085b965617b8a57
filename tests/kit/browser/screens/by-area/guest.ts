import type { Screen } from "#tests/kit/browser/screens/screen.ts";

import { type Act, openMenu } from "./acts.ts";

const guest = { who: "guest" } as const;
const press =
  (name: string): Act =>
  async (page) => {
    await page.locator("form").getByRole("button", { name, exact: true }).click();
  };

/** Screens that need no sign-in. */
export const GUEST_SCREENS: readonly Screen[] = [
  {
    ...guest,
    name: "home",
    path: "/",
    heading: "The whole shop, on the phone you already own.",
    says: ["Get Started"],
    saysWide: ["Home", "Features", "Pricing", "About", "Contact", "Sign in"],
  },
  {
    ...guest,
    name: "features",
    path: "/features",
    heading: "Everything behind the counter.",
    says: ["Sales and checkout", "Inventory", "Customers", "Security", "Integrations"],
  },
  {
    ...guest,
    name: "pricing",
    path: "/pricing",
    heading: "A price for the shop you have.",
    says: ["Free", "Basic", "Pro", "₦5,000", "₦15,000", "14-day free trial", "20% discount"],
  },
  { ...guest, name: "about", path: "/about", heading: "Made for the counter." },
  {
    ...guest,
    name: "contact",
    path: "/contact",
    heading: "Talk to us.",
    says: ["Mon-Fri 9-18, Sat 10-16, Sun closed (WAT)"],
  },
  {
    ...guest,
    name: "contact-refused",
    path: "/contact",
    heading: "Talk to us.",
    act: press("Send message"),
    says: ["First name is required", "Please select a subject", "Message is required"],
  },
  {
    ...guest,
    name: "not-found",
    path: "/nowhere",
    heading: "Page not found",
    answered: 404,
  },
  {
    ...guest,
    name: "login",
    path: "/auth/login",
    heading: "Sign in",
    says: ["Forgot password?"],
  },
  {
    ...guest,
    name: "login-refused",
    path: "/auth/login",
    heading: "Sign in",
    act: press("Sign in"),
    says: ["Email is required", "Password is required"],
  },
  {
    ...guest,
    name: "login-wrong",
    path: "/auth/login",
    heading: "Sign in",
    answered: 401,
    act: async (page) => {
      await page.getByLabel("Email").fill("unknown@mail.example");
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await press("Sign in")(page);
      await page.getByRole("alert").waitFor();
    },
  },
  {
    ...guest,
    name: "register",
    path: "/auth/register",
    heading: "Create a business account",
  },
  {
    ...guest,
    name: "register-refused",
    path: "/auth/register",
    heading: "Create a business account",
    act: async (page) => page.locator("form button[type=submit]").click(),
    says: [
      "Business name is required",
      "First name is required",
      "Last name is required",
      "Email is required",
      "Password is required",
      "Please confirm your password",
    ],
  },
  {
    ...guest,
    name: "forgot-password",
    path: "/auth/forgot-password",
    heading: "Forgot password",
  },
  {
    ...guest,
    name: "forgot-password-sent",
    path: "/auth/forgot-password",
    heading: "Forgot password",
    act: async (page) => {
      await page.getByLabel("Email").fill("unknown@mail.example");
      await page.getByRole("button", { name: "Send reset link" }).click();
      await page.getByText("If an account with that email exists").waitFor();
    },
    says: ["If an account with that email exists, we have sent a password reset link."],
  },
  {
    ...guest,
    name: "reset-password",
    path: "/auth/reset-password?token=a-link-of-a-mail",
    heading: "Set a new password",
  },
  {
    ...guest,
    name: "accept-invitation",
    path: "/auth/accept-invitation?token=a-link-of-a-mail",
    heading: "Accept the invitation",
  },
  {
    ...guest,
    name: "choose-pin",
    path: "/auth/accept-invitation?token=a-link-of-a-message&for=pin",
    heading: "Choose your PIN",
  },
  {
    ...guest,
    name: "super-admin-login",
    path: "/auth/super-admin",
    heading: /super admin/i,
  },
  {
    ...guest,
    name: "reset-password-refused",
    path: "/auth/reset-password?token=a-link-of-a-mail",
    heading: "Set a new password",
    act: async (page) => page.locator("form button[type=submit]").click(),
  },
  {
    who: "unproved",
    name: "two-factor-setup",
    path: "/auth/two-factor-setup",
    heading: "Set up two-factor",
    // The roll beside the form, as on the sign-in page.
    plainMoney: true,
    says: ["This account requires two-factor authentication."],
  },
  {
    ...guest,
    name: "site-menu",
    path: "/",
    heading: "The whole shop, on the phone you already own.",
    act: openMenu,
  },
];
