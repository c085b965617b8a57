/** The frame around every screen behind the sign-in. */
const SHELL = "app/app-shell.tsx";

/** Head and foot of the public pages. */
const SITE = "features/marketing/site-frame.tsx";
/** Shared by the screens that move stock. */
const ADJUST = "features/stock/adjust-stock-dialog.tsx";

/** Which lazy modules a path shows, by source: their files are on the way before the first script runs. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  "/": [SITE, "features/marketing/home-screen.tsx"],
  "/features": [SITE, "features/marketing/features-screen.tsx"],
  "/pricing": [SITE, "features/marketing/pricing-screen.tsx"],
  "/about": [SITE, "features/marketing/about-screen.tsx"],
  "/contact": [
    SITE,
    "features/marketing/contact-screen.tsx",
    "features/marketing/contact-form.tsx",
  ],
  "/auth/login": ["features/auth/login-screen.tsx"],
  "/auth/register": ["features/auth/register-screen.tsx"],
  "/auth/forgot-password": ["features/auth/forgot-password-screen.tsx"],
  "/auth/reset-password": ["features/auth/reset-password-screen.tsx"],
  "/auth/accept-invitation": ["features/auth/accept-invitation-screen.tsx"],
  "/auth/super-admin": ["features/auth/super-admin-login-screen.tsx"],
  "/app/dashboard": [SHELL, "features/dashboard/dashboard-screen.tsx"],
  "/app/products": [SHELL, "features/products/products-screen.tsx", ADJUST],
  "/app/inventory": [SHELL, "features/inventory/inventory-screen.tsx", ADJUST],
  "/app/customers": [SHELL, "features/customers/customers-screen.tsx"],
  "/app/sales": [SHELL, "features/sales/sales-screen.tsx"],
  "/app/super-admin": ["app/platform-home.tsx"],
};

export const modulesOf = (path: string): readonly string[] => MODULES[withoutSlash(path)] ?? [];

const APP = /^\/(?:app|auth)(?:\/|$)/;
const PUBLIC = /^\/(?:features|pricing|about|contact)\/?$/;

/** Paths that the web app answers; it shows its 404 page for the others, and behind these where it has no screen. */
export const isPage = (path: string): boolean =>
  path === "/" || APP.test(path) || PUBLIC.test(path);

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, "") : path);
