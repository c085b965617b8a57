import { pageAt } from "#web/pages.ts";

import { canonicalPath } from "./proxy-table.ts";

// The super admin reads texts that shops wrote. With a host name of its own, the portal shares no
// origin, and so no stored session, with the pages of the shops.

const PLATFORM_CALLS = ["/api/v1/platform", "/api/super-admin.php", "/auth/super-admin-login.php"];
const SHOP_SIGN_IN = ["/auth/login.php", "/auth/register.php"];
/** Where the portal begins. */
const SIGN_IN = "/auth/super-admin";

const isUnder = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));

const isOfPlatform = (path: string): boolean =>
  path === SIGN_IN || isUnder(path, PLATFORM_CALLS) || pageAt(path)?.area === "platform";

/** A support session reads a shop's pages on the portal's host, but people of a shop do not sign in there. */
const isOfShopsOnly = (path: string): boolean => {
  const page = pageAt(path);
  return isUnder(path, SHOP_SIGN_IN) || (page?.area === "guest" && path !== SIGN_IN);
};

export type Place = "served" | "elsewhere" | Readonly<{ redirect: string }>;

/**
 * Whether a request is for the host name that it came to, if the portal has one of its own. The
 * host name is what the browser, or a trusted proxy, says.
 */
export function placeOf(platformHost: string | undefined, host: string, url: string): Place {
  const path = canonicalPath(url);
  if (platformHost === undefined || path === undefined) return "served";
  if (host.toLowerCase() !== platformHost.toLowerCase()) {
    return isOfPlatform(path) ? "elsewhere" : "served";
  }
  if (path === "/") return { redirect: SIGN_IN };
  return isOfShopsOnly(path) ? "elsewhere" : "served";
}
