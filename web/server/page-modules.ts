/** The frame around every screen behind the sign-in. */
const SHELL = "app/app-shell.tsx";

/** Head and foot of the public pages. */
const SITE = "features/marketing/site-frame.tsx";
/** One screen at two addresses. */
const TENANTS = "features/platform/tenants/tenants-screen.tsx";

/** Which lazy modules a path shows, by source: their files are on the way before the first script runs. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  "/": [SITE, "features/marketing/home-screen.tsx"],
  "/features": [SITE, "features/marketing/features-screen.tsx"],
  "/pricing": [SITE, "features/marketing/pricing-screen.tsx"],
  "/about": [SITE, "features/marketing/about-screen.tsx"],
  "/contact": [SITE, "features/marketing/contact-screen.tsx"],
  "/auth/login": ["features/auth/login-screen.tsx"],
  "/auth/register": ["features/auth/register-screen.tsx"],
  "/auth/forgot-password": ["features/auth/forgot-password-screen.tsx"],
  "/auth/reset-password": ["features/auth/reset-password-screen.tsx"],
  "/auth/accept-invitation": ["features/auth/accept-invitation-screen.tsx"],
  "/auth/two-factor-setup": [
    "features/auth/two-factor-screen.tsx",
    "features/account/totp-setup.tsx",
  ],
  "/auth/super-admin": ["features/auth/super-admin-login-screen.tsx"],
  "/app/dashboard": [SHELL, "features/dashboard/dashboard-screen.tsx"],
  "/app/products": [SHELL, "features/products/products-screen.tsx"],
  "/app/inventory": [SHELL, "features/inventory/inventory-screen.tsx"],
  "/app/customers": [SHELL, "features/customers/customers-screen.tsx"],
  "/app/sales": [SHELL, "features/sales/sales-screen.tsx"],
  "/app/reports": [SHELL, "features/reports/reports-screen.tsx"],
  "/app/audit": [SHELL, "features/audit/audit-screen.tsx"],
  "/app/notifications": [SHELL, "features/notification-settings/notification-settings-screen.tsx"],
  // The first of its tabs, too.
  "/app/settings": [SHELL, "app/settings-page.tsx", "features/account/profile-screen.tsx"],
  "/app/sell": ["features/sell/sell-screen.tsx"],
  "/app/super-admin": [SHELL, "features/platform/dashboard/super-admin-screen.tsx"],
  "/app/tenants": [SHELL, TENANTS],
  "/app/tenant-management": [SHELL, TENANTS],
  "/app/analytics": [SHELL, "features/platform/insight/analytics-screen.tsx"],
  "/app/health": [SHELL, "features/platform/health/health-screen.tsx"],
  "/app/revenue": [SHELL, "features/platform/insight/revenue-screen.tsx"],
  "/app/database": [SHELL, "features/platform/database/database-screen.tsx"],
  "/app/global-settings": [SHELL, "features/platform/settings/global-settings-screen.tsx"],
  "/app/account": [SHELL, "app/account-page.tsx", "features/account/profile-screen.tsx"],
};

export const modulesOf = (path: string): readonly string[] => MODULES[withoutSlash(path)] ?? [];

const APP = /^\/(?:app|auth)(?:\/|$)/;
const PUBLIC = /^\/(?:features|pricing|about|contact)\/?$/;

/** Paths that the web app answers; it shows its 404 page for the others, and behind these where it has no screen. */
export const isPage = (path: string): boolean =>
  path === "/" || APP.test(path) || PUBLIC.test(path);

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, "") : path);
