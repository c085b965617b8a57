import { texts } from "#kernel/contract/texts.ts";

const TITLES: Record<string, string> = {
  "/": "Point of sale for small shops",
  "/features": "Features",
  "/pricing": "Pricing",
  "/about": "About",
  "/contact": "Contact",
  "/auth/login": "Sign in",
  "/auth/register": "Create a business account",
  "/auth/forgot-password": "Forgot password",
  "/auth/reset-password": "Set a new password",
  "/auth/accept-invitation": "Accept the invitation",
  "/auth/super-admin": "Super admin sign in",
  "/app/dashboard": "Dashboard",
  "/app/products": "Products",
  "/app/sales": "Sales",
  "/app/inventory": "Inventory",
  "/app/customers": "Customers",
  "/app/super-admin": "Super Admin",
};

export const titleOf = (path: string): string => TITLES[path] ?? texts.notFound.page;
