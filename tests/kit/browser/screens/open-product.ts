import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser } from "playwright-core";

import {
  isTestRun,
  openBrowser,
  type OpenedPage,
  openPage,
  type Viewport,
} from "#tests/kit/browser/browser.ts";
import { startDemo } from "#tests/kit/product/demo-product.ts";
import type { Query } from "#tests/kit/product/distributed.ts";
import { startStandalone } from "#tests/kit/product/standalone-process.ts";
import { queryOf } from "#tests/kit/product/standalone-shop.ts";

import { type Api, createApi, type Signed, storedOf } from "./api.ts";
import { acceptedCashier } from "./cashier.ts";

/**
 * A guest; the owner and a cashier of a demo shop; the owner of a new, empty shop; a super admin.
 */
export type Visitor = "guest" | "owner" | "cashier" | "newcomer" | "unproved" | "admin";

export type PageOptions = Readonly<{
  size: Viewport;
  scheme?: "light" | "dark";
  scale?: number;
  isTouch?: boolean;
  /** Without the content security policy, and so without Trusted Types. */
  bypassCSP?: boolean;
  /**
   * With the service worker, which fetches the code of every page. That costs as much as opening the
   * page, so in a test run only tests of the worker itself have it.
   */
  hasWorker?: boolean;
}>;

export type Credentials = Readonly<{ email: string; password: string }>;

/**
 * The standalone product with its demo shops, a browser, and a sign-in for each kind of visitor.
 */
export type OpenProduct = Readonly<{
  url: string;
  api: Api;
  browser: Browser;
  signedIn: (who: Visitor) => Promise<Signed | undefined>;
  /** What the owner of the demo shop, or the super admin, types to sign in. */
  credentialsOf: (who: "owner" | "admin") => Promise<Credentials>;
  /** The owner of a new, empty shop that no other test has. */
  newShop: (name: string) => Promise<Signed>;
  /** Until now it was on trial, in which the number of products has no limit. */
  endTrial: (shop: Signed) => Promise<void>;
  /** A page in which this visitor is signed in. */
  visit: (who: Visitor, look: PageOptions) => Promise<OpenedPage>;
  /** The same for any account. */
  visitAs: (signed: Signed | undefined, look: PageOptions) => Promise<OpenedPage>;
  /** Queries the product's database as its superuser. */
  query: Query;
  /** Ends the product and starts it again, at the same address and with the same data. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
}>;

export async function openProduct(
  env: Readonly<Record<string, string>> = {},
): Promise<OpenProduct> {
  const folder = await mkdtemp(join(tmpdir(), "tillbook-screens-"));
  const browser = await openBrowser();
  let product = await startDemo(folder, env);
  const { url } = product;
  const query = queryOf(folder);
  const api = createApi(url);

  const printed = async (start: string) => {
    const found = (await product.signIns()).find(({ email }) => email.startsWith(start));
    if (!found) throw new Error(`no sign-in of ${start} was printed`);
    return found;
  };
  const credentialsOf = (who: "owner" | "admin") => printed(who === "owner" ? "akosua@" : "admin@");
  const ways: Record<Visitor, () => Promise<Signed | undefined>> = {
    guest: async () => undefined,
    owner: async () => api.signIn("/auth/login.php", await credentialsOf("owner")),
    admin: async () => api.signIn("/auth/super-admin-login.php", await credentialsOf("admin")),
    newcomer: () => register(api, "Esi's Corner"),
    unproved: () => withoutSecondFactor(api),
    cashier: async () => {
      const [owner, admin] = [await signedIn("owner"), await signedIn("admin")];
      return acceptedCashier(api, { owner, admin });
    },
  };
  const known = new Map<Visitor, Promise<Signed | undefined>>();
  const signedIn = (who: Visitor): Promise<Signed | undefined> => {
    const signing = known.get(who) ?? ways[who]();
    known.set(who, signing);
    return signing;
  };
  const visitAs = (signed: Signed | undefined, look: PageOptions) =>
    openPage(browser, look.size, {
      deviceScaleFactor: look.scale ?? 1,
      colorScheme: look.scheme ?? "light",
      hasTouch: look.isTouch ?? false,
      isMobile: look.isTouch ?? false,
      bypassCSP: look.bypassCSP ?? false,
      serviceWorkers: (look.hasWorker ?? !isTestRun()) ? "allow" : "block",
      storageState: { cookies: [], origins: [{ origin: url, localStorage: keysOf(signed) }] },
    });

  return {
    url,
    api,
    browser,
    signedIn,
    credentialsOf,
    newShop: (name) => register(api, name),
    endTrial: async ({ tenant }) => {
      await query(
        `update es.stream_heads set state = (state::jsonb || '{"trialUntil":"2020-01-01"}')::json
          where tenant_id = $1 and stream_id = $1`,
        [tenant.id],
      );
    },
    visitAs,
    query,
    visit: async (who, look) => visitAs(await signedIn(who), look),
    restart: async () => {
      await product.stop();
      product = await startStandalone(folder, { ...env, PORT: new URL(url).port });
    },
    close: async () => {
      await browser.close();
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PASSWORD = "correct horse battery";

const register = (api: Api, name: string): Promise<Signed> =>
  api.signIn("/auth/register.php", {
    business_name: name,
    first_name: "Esi",
    last_name: "Quaye",
    email: `${randomUUID()}@corner.example`,
    password: PASSWORD,
  });

/** Signed in to a shop that requires a second factor, without one. */
async function withoutSecondFactor(api: Api): Promise<Signed> {
  const as = await register(api, "Esi's Kiosk");
  const body = { required: true, password: PASSWORD };
  await api.ask("PUT", "/api/v1/settings/two-factor-policy", { as, body });
  return api.signIn("/auth/login.php", { email: as.user.email, password: PASSWORD });
}

const keysOf = (signed: Signed | undefined) =>
  Object.entries(signed === undefined ? {} : storedOf(signed)).map(([name, value]) => ({
    name,
    value,
  }));
