import { parseSync, type Statement } from "oxc-parser";

/** A row of kernel/contract/glossary.md: words for one thing, and words that are not used for it. */
export type Term = Readonly<{ words: readonly string[]; not: readonly string[] }>;

export function glossaryTerms(markdown: string): Term[] {
  return [...markdown.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)]
    .map(([, words = "", not = ""]) => ({ words: listed(words), not: listed(not) }))
    .filter(({ words }) => words[0] !== "word" && !words[0]?.startsWith("---"));
}

const listed = (cell: string): string[] =>
  cell.split(",").map((word) => word.replace(/\(.*\)/, "").trim());

/** Words that no declared name may contain, apart from files where they have another meaning. */
type NameRule = Readonly<{ words: readonly string[]; instead: string; apart: readonly RegExp[] }>;

export const NAME_RULES: readonly NameRule[] = [
  {
    words: ["shop", "shops"],
    instead: "tenant",
    // Screens and the demo speak to shopkeepers, and so do their words.
    apart: [/^web\//, /^standalone\/demo\//],
  },
  {
    words: ["checkpoint", "checkpoints"],
    instead: "signed head, or the projector's checkpoint",
    // The JSON fields that the audit screens read keep their stored name.
    apart: [/^projector\//, /^web\/features\/audit\//],
  },
  { words: ["news"], instead: "changes, notifications", apart: [] },
  { words: ["house", "door", "doors"], instead: "installation, route", apart: [] },
  {
    words: ["asked", "wanted", "told", "telling", "standing"],
    instead: "a noun, such as ...Options, ...Input or ...Result",
    apart: [],
  },
];

/** Declared names of the file, and its own name, that contain a word of NAME_RULES. */
export function wrongNames(path: string, source: string): string[] {
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
  const names = [file, ...declaredNames(path, source)];
  return NAME_RULES.filter(({ apart }) => !apart.some((files) => files.test(path))).flatMap(
    ({ words, instead }) =>
      names
        .filter((name) => wordsOf(name).some((word) => words.includes(word)))
        .map((name) => `${path}: ${name}, use: ${instead}`),
  );
}

/** The names that a file declares at its top level. */
function declaredNames(path: string, source: string): string[] {
  return parseSync(path, source).program.body.flatMap((statement) =>
    namesOf(
      statement.type === "ExportNamedDeclaration" && statement.declaration !== null
        ? statement.declaration
        : statement,
    ),
  );
}

function namesOf(node: Statement | { type: string }): string[] {
  if ("declarations" in node) {
    return node.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  }
  return "id" in node && node.id !== null && "name" in node.id ? [node.id.name] : [];
}

/** `TenantRules`, `tenant-rules` and `TENANT_RULES` are all "tenant" and "rules". */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ \-_.]+/);
