import { type Expression, parseSync, Visitor } from "oxc-parser";

/** The numbers of docs/behaviour.md, in its order. */
export const numbered = (document: string): string[] =>
  [...document.matchAll(/^- ([A-Z]{3,}-\d{2,3}) \S/gm)].map(([, number = ""]) => number);

/** The names of a file's tests and suites; of a template only its fixed parts. */
export function testNames(path: string, source: string): string[] {
  const names: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (!isTest(callee)) return;
      if (first?.type === "Literal" && typeof first.value === "string") names.push(first.value);
      if (first?.type === "TemplateLiteral") {
        names.push(first.quasis.map(({ value }) => value.cooked ?? "").join("…"));
      }
    },
  }).visit(parseSync(path, source).program);
  return names;
}

const CALLS = new Set(["test", "it", "describe", "describeWith"]);

/** `test(…)`, `describe(…)`, and the functions that `test.each(…)` and its like give. */
function isTest(callee: Expression): boolean {
  if (callee.type === "Identifier") return CALLS.has(callee.name);
  if (callee.type === "CallExpression") return isTest(callee.callee);
  return callee.type === "MemberExpression" && isTest(callee.object);
}

/**
 * The behaviours at the head of a name, such as "SALE-07, SALE-08: a sale without items is
 * refused".
 */
export function provenBy(name: string): string[] {
  const [head = ""] = name.split(": ");
  const numbers = head.split(", ");
  return numbers.every((number) => /^[A-Z]+-?\d+$/.test(number))
    ? numbers.filter((number) => /^[A-Z]{3,}-/.test(number))
    : [];
}
