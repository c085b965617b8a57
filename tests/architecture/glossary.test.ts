import { describe, expect, test } from "vitest";

import { glossaryTerms, NAME_RULES, wrongNames } from "./glossary.ts";
import { humanTexts } from "./human-texts.ts";
import { readSource, sourceFiles, textFiles } from "./source-files.ts";

const terms = glossaryTerms(readSource("kernel/contract/glossary.md"));
const product = sourceFiles().filter((path) => !path.startsWith("tests/"));

/** "team members" is the spec's name of a screen; the others are ordinary words in another sense. */
const ORDINARY = new Set(["team members", "side effects", "minimum stock", "back office"]);

describe("the glossary and the code", () => {
  test("every word of the glossary is used in the code", () => {
    const code = product.map(readSource).join("\n");
    const isUsed = (word: string) =>
      new RegExp(word.replaceAll(/[ -]/g, String.raw`[ _-]?\s*`), "i").test(code);
    const words = terms.flatMap((term) => term.words);
    expect(words.length).toBeGreaterThan(30);
    expect(words.filter((word) => !isUsed(word))).toEqual([]);
  });

  test("no text uses a phrase that the glossary excludes", () => {
    const words = new Set(terms.flatMap((term) => term.words));
    const phrases = terms
      .flatMap(({ not }) => not)
      .filter((word) => /[ -]/.test(word) && !words.has(word) && !ORDINARY.has(word));
    expect(phrases.length).toBeGreaterThan(5);
    const pattern = new RegExp(String.raw`\b(?:${phrases.join("|")})s?\b`, "i");
    const used = textFiles()
      .filter((path) => path !== "kernel/contract/texts.ts")
      .flatMap((path) =>
        humanTexts(path, readSource(path))
          .filter(({ text }) => pattern.test(text))
          .map(({ line, text }) => `${path}:${line} ${pattern.exec(text)?.[0]}`),
      );
    expect(used).toEqual([]);
  });

  test("no declared name uses the wrong word for a thing", () => {
    expect(product.flatMap((path) => wrongNames(path, readSource(path)))).toEqual([]);
  });

  test("the guard bites", () => {
    for (const [word = ""] of NAME_RULES.map(({ words }) => words)) {
      const type = `${word[0]?.toUpperCase()}${word.slice(1)}`;
      expect(wrongNames("query-api/a.ts", `export type Own${type} = string;`)).toHaveLength(1);
      expect(wrongNames("query-api/a.ts", `const ${word}Of = 1;`)).toHaveLength(1);
      expect(wrongNames(`query-api/${word}-list.ts`, "")).toHaveLength(1);
    }
    expect(wrongNames("web/state/shop.ts", "export const shop = 1;")).toEqual([]);
    expect(wrongNames("query-api/a.ts", "const workshop = 1; const doorway = 2;")).toEqual([]);
  });
});
