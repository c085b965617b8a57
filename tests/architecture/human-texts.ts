import { type Comment, parseSync, Visitor } from "oxc-parser";

/** A text that people read, and the line on which it begins. */
export type HumanText = Readonly<{ line: number; text: string }>;

type Piece = Readonly<{ at: number; text: string }>;

/** What people read in a file: comments, strings and JSX of code; all prose of a page; comments of the rest. */
export function humanTexts(path: string, source: string): HumanText[] {
  const lineAt = lineFinder(source);
  return piecesOf(path, source).map(({ at, text }) => ({ line: lineAt(at), text }));
}

function piecesOf(path: string, source: string): Piece[] {
  if (/\.(ts|tsx|mjs)$/.test(path)) return codePieces(path, source);
  if (path.endsWith(".md")) return [{ at: 0, text: withoutMarkdownCode(path, source) }];
  if (/\.(html|py)$/.test(path)) return [{ at: 0, text: source }];
  if (path.endsWith(".sql")) return matches(source, /--.*|\/\*[\s\S]*?\*\//g);
  if (/\.(sh|ya?ml)$|(^|\/)(Dockerfile|run|\.env\.example)$/.test(path)) {
    return matches(source, /(?:^|\s)#.*/g);
  }
  return [];
}

function codePieces(path: string, source: string): Piece[] {
  const { program, comments } = parseSync(path, source);
  const pieces: Piece[] = joined(comments, source);
  const modules = new Set<number>();
  const addModule = ({ source: module }: { source: { start: number } | null }) => {
    if (module !== null) modules.add(module.start);
  };
  new Visitor({
    ImportDeclaration: addModule,
    ExportNamedDeclaration: addModule,
    ExportAllDeclaration: addModule,
    TSImportType: addModule,
    ImportExpression: addModule,
    Literal({ value, start }) {
      if (typeof value === "string" && !modules.has(start) && !isCode(value)) {
        pieces.push({ at: start, text: value });
      }
    },
    TemplateElement({ value, start }) {
      pieces.push({ at: start, text: value.cooked ?? "" });
    },
    JSXText({ value, start }) {
      const at = start + (value.length - value.trimStart().length);
      pieces.push({ at, text: value });
    },
  }).visit(program);
  return pieces;
}

/** A key, a path or a name in kebab or camel case: people do not read it as words. */
const isCode = (text: string): boolean =>
  /^[\w$./#@:*{}|?=&-]*$/.test(text) && !/^[A-Z]/.test(text);

/** Line comments one under another are one text. */
function joined(comments: readonly Comment[], source: string): Piece[] {
  const pieces: { at: number; text: string; end: number }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = pieces.at(-1);
    const isNext = last !== undefined && /^\n[ \t]*$/.test(source.slice(last.end, start));
    if (type === "Line" && isNext) {
      last.text += `\n${value}`;
      last.end = end;
    } else pieces.push({ at: start, text: value.replaceAll(/\n\s*\*/g, "\n"), end });
  }
  return pieces;
}

function withoutMarkdownCode(path: string, source: string): string {
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");
  const prose = source.replaceAll(/^```[\s\S]*?^```|`[^`\n]+`|\]\([^)\s]+\)/gm, blank);
  // The glossary's last column names the words that are not to be used.
  if (!path.endsWith("glossary.md")) return prose;
  return prose.replaceAll(/^(\|[^|\n]*\|[^|\n]*\|)([^|\n]*)\|$/gm, "$1");
}

const matches = (source: string, pattern: RegExp): Piece[] =>
  [...source.matchAll(pattern)].map(({ 0: text, index }) => ({ at: index, text }));

function lineFinder(source: string): (at: number) => number {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return (at) => {
    const after = starts.findIndex((start) => start > at);
    return after === -1 ? starts.length : after;
  };
}
