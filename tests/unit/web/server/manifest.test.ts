import { expect, test } from "vitest";

import { assetsOf, parseManifest } from "#web/server/manifest.ts";

const manifest = parseManifest(
  JSON.stringify({
    "index.html": {
      file: "a.js",
      isEntry: true,
      imports: ["_b.js"],
      css: ["a.css"],
      src: "index.html",
    },
    "_b.js": { file: "b.js", imports: ["_c.js"], css: ["b.css"] },
    "_c.js": { file: "c.js", imports: ["_b.js"] },
    "screen.tsx": {
      file: "s.js",
      imports: ["index.html", "_c.js"],
      dynamicImports: ["x.tsx"],
      css: ["s.css", "b.css"],
    },
    "x.tsx": { file: "x.js", css: ["x.css"] },
  }),
);

test("a page needs the entry, its modules and their imports, each once, without lazy ones", () => {
  expect(assetsOf(manifest, ["screen.tsx"])).toEqual({
    styles: ["b.css", "a.css", "s.css"],
    scripts: ["c.js", "b.js", "a.js", "s.js"],
  });
});

test("STATE-22: a style sheet comes after those of the files that it imports", () => {
  const { styles } = assetsOf(manifest, ["screen.tsx"]);
  expect(styles.indexOf("s.css")).toBeGreaterThan(styles.indexOf("b.css"));
  expect(styles.indexOf("a.css")).toBeGreaterThan(styles.indexOf("b.css"));
});

test("a page without modules, or with a missing one, needs only the entry", () => {
  expect(assetsOf(manifest, [])).toEqual(assetsOf(manifest, ["gone.tsx"]));
});
