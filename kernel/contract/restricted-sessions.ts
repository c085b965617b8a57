/**
 * Sessions with a single purpose, by role: the routes they may call, whatever their rights. A route
 * that ends in a slash includes everything below it.
 */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  // Tillbook staff viewing a tenant: the data of its screens, never a person's own account.
  support: [
    "GET /api/dashboard.php",
    "GET /api/v1/today",
    "GET /api/sales/reports.php",
    "GET /api/v1/reports/",
    "GET /api/products.php",
    "GET /api/v1/products/",
    "GET /api/v1/pictures/:sha256",
    "GET /api/sales.php",
    "GET /api/v1/sales",
    "GET /api/v1/sales/",
    "GET /api/customers.php",
    "POST /api/v1/logout",
  ],
  // The owner of a suspended tenant may still download its data.
  suspended_owner: ["GET /api/v1/exports/"],
};

export const isRestricted = (role: string): boolean => Object.hasOwn(ROUTES, role);

/** `url` is the pattern of the route. Always true for a session that is not restricted. */
export function mayReach(role: string, method: string, url: string): boolean {
  const routes = isRestricted(role) ? ROUTES[role] : undefined;
  if (routes === undefined) return true;
  const called = routeOf(method, url);
  return routes.some((route) =>
    route.endsWith("/") ? called.startsWith(route) : called === route,
  );
}

const SETUP_ROUTES = new Set([
  "GET /api/v1/account",
  "POST /api/v1/account/totp",
  "POST /api/v1/account/totp/confirm",
  "POST /api/v1/logout",
]);

/** The routes for a person who must set up a second factor before anything else. */
export const mayReachDuringSetup = (method: string, url: string): boolean =>
  SETUP_ROUTES.has(routeOf(method, url));

/**
 * All that a till needs from a session, whatever its person may do elsewhere: its data, its number
 * under a new name or key, and approvals. What it sells it signs itself.
 */
export const TILL_ROUTES: ReadonlySet<string> = new Set([
  "GET /api/v1/till/changes",
  "GET /api/v1/pictures/:sha256",
  "POST /api/v1/tills",
  "GET /api/v1/sales/:id/receipt-copies",
  "POST /api/v1/approvals",
  "GET /api/v1/approvals/:id",
  "POST /api/v1/logout",
]);

export const mayReachFromTill = (method: string, url: string): boolean =>
  TILL_ROUTES.has(routeOf(method, url));

const routeOf = (method: string, url: string): string =>
  `${method === "HEAD" ? "GET" : method} ${url}`;
