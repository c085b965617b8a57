import { describe, expect, test } from "vitest";

import { FORBIDDEN_WORDS, forbiddenWords } from "./forbidden-words.ts";
import { circles, importGraph, sliceGraph } from "./import-circles.ts";
import { measureAll } from "./measures.ts";
import { outsideReferences } from "./outside-references.ts";

describe("npm run house", () => {
  test.each(measureAll())("$name: $target", ({ isOk, places }) => {
    expect(isOk, places.slice(0, 20).join("\n")).toBe(true);
  });
});

describe("forbidden words are found", () => {
  // Joined here, so that this file contains none of them.
  const planted = [
    "who.ever sells",
    "no.body sells",
    "read a.new",
    "known before.hand",
    "for w.ant of a right",
    "as it st.ands",
    "a st.anding sale",
    "not sold any m.ore.",
    "kept for e.ver",
    "a lo.ok of support",
    "is to.ld by mail",
    "on its own acc.ount",
    "the ho.use",
    "go.ods sold",
    "there.of",
    "the server behind i.t",
    "on.e's own",
    "in va.in",
    "at the do.or",
    "the w.alls",
    "ne.ws of a tenant",
    "m.ends the model",
    "take b.ack a sale",
  ].map((text) => text.replace(".", ""));

  test.each(planted)("%s", (text) => {
    expect(forbiddenWords("web/a.ts", `// ${text}\n`)).toHaveLength(1);
  });

  test("by every pattern", () => {
    const used = FORBIDDEN_WORDS.filter(({ pattern }) =>
      planted.some((text) => pattern.test(text)),
    );
    expect(used).toEqual(FORBIDDEN_WORDS);
  });

  const word = "some.body".replace(".", "");
  test.each([
    ["a comment", "a.ts", `/** Of ${word}. */`],
    ["a comment of two lines", "a.ts", ["const a = 1; // for w", "ant\n// of a right"].join("")],
    ["a string", "a.ts", `const a = "Ask ${word}";`],
    ["a template", "a.ts", "const a = `Ask " + word + " ${b}`;"],
    ["a test name", "a.test.ts", `test("${word} asks", () => {});`],
    ["a screen", "a.tsx", `const a = <p>Ask ${word}</p>;`],
    ["an attribute", "a.tsx", `const a = <p title="Ask ${word}" />;`],
    ["a page of docs", "docs/a.md", `Ask ${word}.`],
    ["a migration's comment", "a.sql", `select 1; -- of ${word}`],
    ["a script's comment", "a.sh", `# of ${word}`],
  ])("in %s", (_, path, source) => {
    expect(forbiddenWords(path, source)).toHaveLength(1);
  });

  test.each([
    ["code", "a.ts", `const ${word} = 1;`],
    ["the name of a module", "a.ts", `import { a } from "./${word}.ts";`],
    ["a key", "a.ts", `const a = read("${word}");`],
    ["a word within another", "a.ts", "// the warehouse stands for what is understood"],
    ["code on a page of docs", "docs/a.md", `Run \`${word}\`.`],
    ["a statement of SQL", "a.sql", `select ${word}`],
  ])("but not in %s", (_, path, source) => {
    expect(forbiddenWords(path, source)).toEqual([]);
  });
});

describe("references outside are found", () => {
  const find = outsideReferences(["docs/behaviour.md"]);
  test.each(["R~21", "I~9", "A-~05", "the spec, sect~ion 4", "SALE-9~9", "docs/nowhere.m~d"])(
    "%s",
    (planted) => {
      expect(find("a.ts", `// ${planted.replace("~", "")}`)).toHaveLength(1);
    },
  );

  test.each(["SALE-01", "docs/behaviour.md", "2026-01-05T10:00", "utf-16, SHA-256", "R2D2"])(
    "but not %s",
    (text) => {
      expect(find("a.ts", `// ${text}`)).toEqual([]);
    },
  );
});

describe("circles are found", () => {
  const graph = importGraph([
    ["command-api/sale/a.ts", `import type { B } from "./b.ts"`],
    ["command-api/sale/b.ts", `import { c } from "#command-api/product/c.ts"`],
    ["command-api/product/c.ts", `import { a } from "#command-api/sale/a.ts"`],
    ["command-api/product/d.ts", `import { a } from "#command-api/sale/a.ts"`],
  ]);

  test("between files, types included", () => {
    expect(circles(graph)).toEqual([
      "command-api/product/c.ts, command-api/sale/a.ts, command-api/sale/b.ts",
    ]);
  });

  test("between slices", () => {
    expect(circles(sliceGraph(graph))).toEqual(["command-api/product, command-api/sale"]);
  });
});
