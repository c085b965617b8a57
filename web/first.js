// Runs before the first paint, while the app is still loading. It applies the chosen theme, so that the wrong one never
// flashes, and sends the first request of the page. `web/api/http-client.ts` takes the response.
// A test compares these entries with `web/pages.ts`.
const FIRST_REQUESTS = new Map([
  ["/app/dashboard", "/api/dashboard.php?period=30"],
  ["/app/products", "/api/products.php"],
  ["/app/inventory", "/api/products.php"],
  ["/app/customers", "/api/customers.php"],
  ["/app/sales", "/api/sales.php?limit=50&page=1"],
]);
/** Sessions of super admins, and sessions that may only set up two-factor sign-in, or only sell. */
const WITHOUT_SHOP = /"role":"super_admin"|"only_(?:setup|sell)":true/;
const WITHIN_MS = 30_000;

try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.media = theme === meta.getAttribute("data-of") ? "all" : "not all";
    }
  }
  const path = location.search === "" ? FIRST_REQUESTS.get(location.pathname) : undefined;
  const token = localStorage.getItem("token");
  const hasShop = !WITHOUT_SHOP.test(localStorage.getItem("user") ?? "");
  // The document shows the frame of a shop's page, which is not for visitors.
  if (!token || !hasShop) document.documentElement.dataset.guest = "";
  // A super admin viewing a shop has another session, and a past date needs another request.
  const isPresent = ["visit", "past"].every((key) => sessionStorage.getItem(key) === null);
  if (path && token && hasShop && isPresent) {
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    // oxlint-disable-next-line no-restricted-globals -- http-client.ts is not loaded yet; it takes the response
    const response = fetch(path, { headers, signal: AbortSignal.timeout(WITHIN_MS) });
    response.catch(() => undefined);
    globalThis.firstAnswer = { path, token, sentAtMs: performance.now(), response };
  }
} catch {
  // Without storage, the device decides the theme and the app sends the request itself.
}
