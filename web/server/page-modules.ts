/** The frame around every screen behind the sign-in. */
const SHELL = "app/app-shell.tsx";

/** Which lazy modules a path shows, by source: their files are on the way before the first script runs. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  "/auth/login": ["features/auth/login-screen.tsx"],
  "/auth/register": ["features/auth/register-screen.tsx"],
  "/auth/super-admin": ["features/auth/super-admin-login-screen.tsx"],
  "/app/dashboard": [SHELL, "features/dashboard/dashboard-screen.tsx"],
  "/app/products": [SHELL, "features/products/products-screen.tsx"],
  "/app/sales": [SHELL, "features/sales/sales-screen.tsx"],
  "/app/super-admin": ["features/platform/super-admin-screen.tsx"],
};

export const modulesOf = (path: string): readonly string[] => MODULES[withoutSlash(path)] ?? [];

const APP = /^\/(?:app|auth)(?:\/|$)/;

/** Paths that the web app answers; it shows its 404 page for the others, and behind these where it has no screen. */
export const isPage = (path: string): boolean => path === "/" || APP.test(path);

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, "") : path);
