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
const WASM = "'wasm-unsafe-eval'";

type PageParts = Readonly<{
  path: string;
  nonce: string;
  /** Sources that allow the inline scripts of the document, by their hashes. */
  scriptSources: readonly string[];
}>;

export const pageHeaders = (page: PageParts) => ({
  ...COMMON_HEADERS,
  "content-security-policy": contentSecurityPolicy(page),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": PERMISSIONS_POLICY,
  "cache-control": "no-cache",
  "content-type": "text/html; charset=utf-8",
});

const contentSecurityPolicy = ({ path, nonce, scriptSources }: PageParts) =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptSources, ...(path === PAGE_WITH_WASM ? [WASM] : [])].join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    // Every page leads to the scanner of Sell and of the product form without a new document.
    "trusted-types pos-sw pos-scan",
  ].join("; ");
