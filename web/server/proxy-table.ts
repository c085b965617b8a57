export type Service = "command" | "query";

export type Target =
  | Readonly<{ to: Service }>
  | Readonly<{ to: "site"; path: string }>
  | Readonly<{ to: "none"; status: 400 | 404 }>
  | Readonly<{ to: "none"; status: 405; allow: string }>;

/** Pages that the query API writes itself: they need no app. */
const OF_THE_QUERY_API = ["/docs", "/checkpoints", "/r"];
const READS = new Set(["GET", "HEAD"]);
const AUTH_CALLS = new Set([
  "/auth/login.php",
  "/auth/register.php",
  "/auth/super-admin-login.php",
]);
const MAIL_BY_GET = "/api/notifications/test-email";

/**
 * Chooses the service by the path as the service's router parses it. A path that two parsers read
 * differently could otherwise reach the wrong service.
 */
export function targetOf(method: string, url: string): Target {
  const path = canonicalPath(url);
  if (path === undefined) return { to: "none", status: 400 };
  if (isUnder(path, "/api")) return { to: serviceOf(method, path) };
  if (AUTH_CALLS.has(path)) {
    if (READS.has(method)) return { to: "none", status: 405, allow: "POST" };
    return { to: "command" };
  }
  if (OF_THE_QUERY_API.some((prefix) => isUnder(path, prefix))) return { to: "query" };
  if (/\.php/i.test(path)) return { to: "none", status: 404 };
  if (!READS.has(method)) return { to: "none", status: 405, allow: "GET, HEAD" };
  return { to: "site", path };
}

const serviceOf = (method: string, path: string): Service =>
  READS.has(method) && !(method === "GET" && path === MAIL_BY_GET) ? "query" : "command";

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

// Parts that parsers read differently: \\ and #, empty and dot segments, encoded / and \\, control
// characters.
const AMBIGUOUS = /[\\#\u0000-\u001f\u007f]|\/\/|\/\.{1,2}(?:\/|$)/;
const ENCODED_SLASH = /%(?:2f|5c)/i;

/** The decoded path, or undefined if it is ambiguous. */
export function canonicalPath(url: string): string | undefined {
  const raw = url.split("?", 1)[0] ?? "";
  if (!raw.startsWith("/") || ENCODED_SLASH.test(raw) || AMBIGUOUS.test(raw)) return undefined;
  const path = decoded(raw);
  return path === undefined || AMBIGUOUS.test(path) ? undefined : path;
}

function decoded(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
