import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { parseDocument } from "#web/server/document.ts";

const SCRIPT = "const a = 1 < 2;\nb();";
const HTML = `<!doctype html><html><head>
<script>${SCRIPT}</script>
<script type="module" crossorigin src="/assets/index-a1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-b2.css">
</head><body><div id="root"></div></body></html>`;

const document = parseDocument(HTML);
const rendered = document.render({
  nonce: "n0nce",
  styles: new Map([
    ["assets/index-b2.css", ":root{}"],
    ["assets/app-c3.css", ".price::before{content:'$&'}"],
  ]),
  scripts: ["assets/app-d4.js"],
  frame: "<p>$& $1</p>",
});

describe("the document of a page", () => {
  test("names its inline scripts by their SHA-256, exactly as they are sent", () => {
    const hash = createHash("sha256").update(SCRIPT).digest("base64");
    expect(document.scriptSources).toEqual([`'sha256-${hash}'`]);
    expect(rendered).toContain(`<script>${SCRIPT}</script>`);
  });

  test("contains its styles once, and links that are not loaded", () => {
    expect(rendered).toContain(
      `<style nonce="n0nce">:root{}.price::before{content:'$&'}</style></head>`,
    );
    const links = [...rendered.matchAll(/<link rel="stylesheet"([^>]*)>/g)].map(([, rest]) => rest);
    expect(links).toEqual([
      ' disabled crossorigin href="/assets/index-b2.css"',
      ' disabled crossorigin href="/assets/app-c3.css"',
    ]);
  });

  test("preloads its scripts before the styles, and knows those that it names itself", () => {
    const preloaded = rendered.indexOf(
      '<link rel="modulepreload" crossorigin href="/assets/app-d4.js">',
    );
    expect(preloaded).toBeGreaterThan(0);
    expect(preloaded).toBeLessThan(rendered.indexOf("<style"));
    expect(document.links("assets/index-a1.js")).toBe(true);
    expect(document.links("assets/app-d4.js")).toBe(false);
  });

  test("shows the frame where the app will be", () => {
    expect(rendered).toContain('<div id="root"><p>$& $1</p></div>');
  });
});
