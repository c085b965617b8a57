import { PERMISSIONS_POLICY } from "#kernel/node/http/permissions-policy.ts";

const A_YEAR_IN_SECONDS = 31_536_000;

/** Sent with every response. */
export const COMMON_HEADERS = {
  "strict-transport-security": `max-age=${A_YEAR_IN_SECONDS}`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

/** Only the sell screen loads the barcode reader, which is WebAssembly. */
const PAGE_WITH_WASM = "/app/sell";

export const pageHeaders = (path: string, nonce: string) => ({
  ...COMMON_HEADERS,
  "content-security-policy": contentSecurityPolicy(path, nonce),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": PERMISSIONS_POLICY,
  "cache-control": "no-cache",
  "content-type": "text/html; charset=utf-8",
});

const contentSecurityPolicy = (path: string, nonce: string) =>
  [
    "default-src 'self'",
    path === PAGE_WITH_WASM ? "script-src 'self' 'wasm-unsafe-eval'" : "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types pos-sw",
  ].join("; ");
