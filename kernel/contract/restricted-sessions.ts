/** What a session that is not somebody's work may reach. Nothing else, whatever rights a route asks for. */
const REACH: Readonly<Record<string, readonly string[]>> = {
  // The platform looking into a shop: what its screens show, never a person's own things (R6).
  support: [
    "GET /api/dashboard.php",
    "GET /api/sales/reports.php",
    "GET /api/v1/reports/",
    "GET /api/products.php",
    "GET /api/v1/products/",
    "GET /api/sales.php",
    "GET /api/v1/sales/",
    "GET /api/customers.php",
    "POST /api/v1/logout",
  ],
  // The owner of a suspended shop fetching what is theirs (R34).
  suspended_owner: ["GET /api/v1/exports/"],
};

/** Who is signed in for one purpose only. */
export const isLimited = (role: string): boolean => Object.hasOwn(REACH, role);

/** `url` is the pattern of the route. True for everybody who is not limited. */
export function isWithinReach(role: string, method: string, url: string): boolean {
  const reach = isLimited(role) ? REACH[role] : undefined;
  if (reach === undefined) return true;
  const asked = `${method === "HEAD" ? "GET" : method} ${url}`;
  return reach.some((place) => isAt(place, asked));
}

const SETUP = new Set([
  "GET /api/v1/account",
  "POST /api/v1/account/totp",
  "POST /api/v1/account/totp/confirm",
  "POST /api/v1/logout",
]);

/** What whoever still has to set up a second factor may reach. */
export const isForSetup = (method: string, url: string): boolean =>
  SETUP.has(`${method === "HEAD" ? "GET" : method} ${url}`);

/** At the place itself, or below one that ends in a slash. */
const isAt = (place: string, asked: string): boolean =>
  place.endsWith("/") ? asked.startsWith(place) : asked === place;
