import { expect, test } from "vitest";

import { chunkOfMany } from "#web/chunks.ts";

const PAGES = {
  frame: "/web/app/shell/app-shell.tsx",
  queries: "/web/app/first-queries.ts",
  products: "/web/features/products/products-screen.tsx",
  sales: "/web/features/sales/sales-screen.tsx",
  sell: "/web/features/sell/sell-screen.tsx",
  charge: "/web/features/sell/charge/charge.tsx",
  login: "/web/features/auth/login-screen.tsx",
  register: "/web/features/auth/register-screen.tsx",
  invitation: "/web/features/auth/accept-invitation-screen.tsx",
  home: "/web/features/marketing/home-screen.tsx",
  contactForm: "/web/features/marketing/contact-form.tsx",
  tenants: "/web/features/platform/tenants/tenants-screen.tsx",
  health: "/web/features/platform/health/health-screen.tsx",
  dialog: "/web/features/sales/new-sale-dialog.tsx",
  profile: "/web/features/account/profile-tab.tsx",
} as const;
type Name = keyof typeof PAGES;

/** The chunk of a module that these pages import, each page being loaded lazily. */
const chunkFor = (names: readonly Name[], id = "/web/ui/shared.tsx") => {
  const above = names.map((name) => PAGES[name]);
  const isPage = (at: string) => Object.values<string>(PAGES).includes(at);
  return chunkOfMany(id, {
    getModuleInfo: (at) => ({
      importers: at === id ? above.filter((page) => page !== id) : [],
      dynamicImporters: isPage(at) ? ["/web/main.tsx"] : [],
    }),
  });
};

test.each<[string | null, readonly Name[]]>([
  ["app", ["frame"]],
  ["parts", ["frame", "sell"]],
  ["parts", ["queries", "products"]],
  ["app", ["products", "profile"]],
  ["lists", ["products", "sales"]],
  ["parts", ["sell", "sales"]],
  ["lists", ["sales", "dialog"]],
  ["till", ["sell", "dialog"]],
  ["common", ["login", "register", "frame"]],
  ["content", ["home", "products"]],
  ["sign-in", ["login", "register"]],
  ["sign-in", ["login", "dialog"]],
  ["form", ["login", "dialog", "tenants", "health", "charge"]],
  ["platform", ["tenants", "health"]],
  ["till", ["sell", "charge"]],
  ["till", ["sell"]],
  [null, ["products"]],
  [null, ["login", "register", "profile"]],
  [null, ["invitation", "dialog"]],
  [null, ["home", "dialog"]],
  ["lists", ["contactForm", "products", "sales"]],
])("STATE-19: chunk %s is shared by %j", (chunk, names) => {
  expect(chunkFor(names)).toBe(chunk);
});

test("STATE-19: the frame and the till are in the chunk of what only they use", () => {
  expect(chunkFor([], PAGES.frame)).toBe("app");
  expect(chunkFor([], PAGES.sell)).toBe("till");
  expect(chunkFor([], PAGES.products)).toBeNull();
});

test("STATE-19: the styles of lists are beside those of the frame", () => {
  const styles = "/web/ui/shared.css.ts.vanilla.css";
  expect(chunkFor(["products", "sales"], styles)).toBe("app");
  expect(chunkFor(["sell", "sales"], styles)).toBe("styles");
  expect(chunkFor(["home", "products"], styles)).toBe("styles");
  expect(chunkFor(["products"], styles)).toBeNull();
});

test("STATE-19: the library of queries is split by what pages do, not by who imports its index", () => {
  const part = (file: string) => chunkFor(["login"], `/node_modules/@tanstack/${file}.js`);
  expect(part("query-core/build/modern/queryObserver")).toBe("parts");
  expect(part("react-query/build/modern/useMutation")).toBe("common");
  expect(part("query-core/build/modern/infiniteQueryObserver")).toBe("paged");
});
