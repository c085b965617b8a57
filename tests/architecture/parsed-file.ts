import { type Expression, parseSync, Visitor } from "oxc-parser";

export type ParsedFile = {
  /** Every module named: imports, re-exports, dynamic imports and import types. */
  imports: string[];
  /** Dynamic imports of a computed module, which would escape every rule. */
  computedImports: number;
  callsFetch: boolean;
  readsEnvironment: boolean;
};

export function parseFile(path: string, source: string): ParsedFile {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);

  const found: ParsedFile = {
    imports: [],
    computedImports: 0,
    callsFetch: false,
    readsEnvironment: false,
  };
  const add = (module: { value: string } | null) => {
    if (module !== null) found.imports.push(module.value);
  };

  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    ImportExpression(node) {
      const module = constantText(node.source);
      if (module === null) found.computedImports += 1;
      else found.imports.push(module);
    },
    CallExpression(node) {
      found.callsFetch ||= isGlobal(node.callee, "fetch");
    },
    MemberExpression(node) {
      found.readsEnvironment ||= isGlobal(node.object, "process") && memberName(node) === "env";
    },
  }).visit(program);

  return found;
}

function constantText(node: Expression): string | null {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) {
    return node.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

function isGlobal(node: Expression, name: string): boolean {
  if (node.type === "Identifier") return node.name === name;
  return (
    node.type === "MemberExpression" &&
    node.object.type === "Identifier" &&
    ["globalThis", "window", "self"].includes(node.object.name) &&
    memberName(node) === name
  );
}

function memberName(node: Extract<Expression, { type: "MemberExpression" }>): string | null {
  if (node.computed) return constantText(node.property);
  return node.property.name;
}
