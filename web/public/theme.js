// Runs before the first paint, so that a chosen theme never flashes. No choice: the device decides.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      meta.media = theme === meta.getAttribute("data-of") ? "all" : "not all";
    }
  }
} catch {
  // Storage is closed to us: the device decides.
}
