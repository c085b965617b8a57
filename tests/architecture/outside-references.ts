import { numbered } from "./behaviour.ts";
import { humanTexts } from "./human-texts.ts";
import { readSource } from "./source-files.ts";

/** Numbers of rules and requirements that lists outside of this repository gave. */
const RULE = /\b(?:[RI]\d{1,2}|[A-Z]-\d{2})\b(?![-:\d]\d|T\d)/g;
const SECTION = /\b(?:spec(?:ification)?|decisions|requirements?),? sections?\b/gi;
const BEHAVIOUR = /\b[A-Z]{3,}-\d{2}\b(?!-?\d)/g;
const PAGE = /[\w./-]*\w\.md\b/g;

/** Where a text refers to a rule, a behaviour or a page that the repository does not have. */
export function outsideReferences(
  files: readonly string[],
): (path: string, source?: string) => string[] {
  const behaviours = new Set(numbered(readSource("docs/behaviour.md")));
  const sections = new Set([...behaviours].map((number) => number.slice(0, -3)));
  const pages = new Set(files.filter((path) => path.endsWith(".md")).map(nameOf));
  const isOutside = (reference: string): boolean => {
    if (reference.endsWith(".md")) return !pages.has(nameOf(reference));
    if (!/^[A-Z]{3,}-/.test(reference)) return true;
    return sections.has(reference.slice(0, -3)) && !behaviours.has(reference);
  };
  return (path, source = readSource(path)) =>
    humanTexts(path, source).flatMap(({ line, text }) =>
      [RULE, SECTION, BEHAVIOUR, PAGE]
        .flatMap((pattern) => [...text.matchAll(pattern)])
        .filter(({ 0: reference }) => isOutside(reference))
        .map(({ 0: reference, index }) => {
          const at = line + (text.slice(0, index).match(/\n/g) ?? []).length;
          return `${path}:${at}\t"${reference}"`;
        }),
    );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
