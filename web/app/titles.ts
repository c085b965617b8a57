import { texts } from "#kernel/contract/texts.ts";

const TITLES: Record<string, string> = {
  "/auth/login": "Sign in",
  "/auth/register": "Create a business account",
  "/auth/super-admin": "Super admin sign in",
  "/app/dashboard": "Dashboard",
  "/app/products": "Products",
  "/app/sales": "Sales",
  "/app/super-admin": "Super Admin",
};

export const titleOf = (path: string): string => TITLES[path] ?? texts.notFound.page;
