import { createHash } from "node:crypto";

import { PERMISSIONS_POLICY } from "#kernel/node/http/permissions-policy.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; font: 15px/22px system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; line-height: 28px; }
h2 { font-size: 18px; margin: 2rem 0 .5rem; }
h3 { font-size: 14px; margin: 1rem 0 .25rem; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
summary { padding: .6rem .25rem; cursor: pointer; }
summary:focus-visible, a:focus-visible { outline: 2px solid; outline-offset: 2px; }
pre { overflow: auto; padding: .75rem; font-size: 13px; line-height: 18px; background: color-mix(in srgb, currentColor 6%, transparent); }
b { display: inline-block; min-width: 4.5rem; font-family: ui-monospace, monospace; }
code { font-family: ui-monospace, monospace; }
`;

/** The headers of a page that loads and runs nothing, and has this style. */
export const pageHeaders = (style: string) => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": PERMISSIONS_POLICY,
  "cache-control": "no-cache",
});

export const PLAIN_PAGE_HEADERS = pageHeaders(STYLE);

/** A page of text. `main` is HTML. */
export const plainPage = (title: string, main: string): string =>
  page(title, { style: STYLE, main: `<h1>${escaped(title)}</h1>\n${main}` });

/** A page with a style of its own, for which `pageHeaders` gives the headers. `main` is HTML. */
export const page = (
  title: string,
  { style, main }: Readonly<{ style: string; main: string }>,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
