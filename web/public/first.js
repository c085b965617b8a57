// Runs before the first paint, while the app is still on its way: a chosen theme never flashes (no choice: the device
// decides), and what the screen will ask first is asked now. `web/api/first-answer.ts` takes the answer.
const FIRST_QUESTIONS = new Map([
  ["/app/dashboard", "/api/dashboard.php?period=30"],
  ["/app/products", "/api/products.php"],
  ["/app/inventory", "/api/products.php"],
  ["/app/customers", "/api/customers.php"],
  ["/app/sell", "/api/products.php"],
]);
/** Sessions that may ask nothing of a shop. */
const OF_NO_SHOP = /"role":"super_admin"|"only_setup":true/;
const WITHIN_MS = 30_000;

try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.media = theme === meta.getAttribute("data-of") ? "all" : "not all";
    }
  }
  const path = location.search === "" ? FIRST_QUESTIONS.get(location.pathname) : undefined;
  const token = localStorage.getItem("token");
  const isOfShop = !OF_NO_SHOP.test(localStorage.getItem("user") ?? "");
  // A visit of the platform's people has a session of its own; who looks at the past asks another question.
  const isOfNow = ["visit", "past"].every((key) => sessionStorage.getItem(key) === null);
  if (path && token && isOfShop && isOfNow) {
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    // oxlint-disable-next-line no-restricted-globals -- http-client.ts is on its way; it takes what comes
    const response = fetch(path, { headers, signal: AbortSignal.timeout(WITHIN_MS) });
    response.catch(() => undefined);
    globalThis.firstAnswer = { path, token, askedMs: performance.now(), response };
  }
} catch {
  // Storage is closed to us: the device decides, and the app asks for itself.
}
