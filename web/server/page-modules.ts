/** Which lazy screens a path shows: their files are on the way before the first script runs. */
const MODULES: Readonly<Record<string, readonly string[]>> = {};

export const modulesOf = (path: string): readonly string[] => MODULES[withoutSlash(path)] ?? [];

const APP = /^\/(?:app|auth)(?:\/|$)/;

/** Paths that the web app has a screen for; it shows the others its 404 page. */
export const isPage = (path: string): boolean => path === "/" || APP.test(path);

const withoutSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, "") : path);
