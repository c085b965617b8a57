import { texts } from "#kernel/contract/texts.ts";

/** An email in both its forms. */
export type EmailMessage = Readonly<{ subject: string; text: string; html: string }>;

type Parts = Readonly<{
  subject: string;
  paragraphs: readonly string[];
  /** A table. Rows with one cell each make a list. */
  rows?: readonly (readonly string[])[];
  action?: Readonly<{ label: string; url: string }>;
  /** A text that must arrive unchanged, line by line. */
  record?: Readonly<{ about: string; text: string }>;
  /** Below everything else. */
  closing?: readonly string[];
}>;

/** The one layout of all emails. Every text in it is escaped, because it may come from a user. */
export function compose(parts: Parts): EmailMessage {
  const { subject, paragraphs, rows = [], action, record, closing = [] } = parts;
  return {
    // A line break would start another header.
    subject: oneLine(subject),
    text: [
      ...paragraphs,
      ...(rows.length > 0 ? [rows.map((row) => row.map(oneLine).join("  ")).join("\n")] : []),
      ...(action ? [`${action.label}: ${action.url}`] : []),
      ...(record ? [record.about, record.text] : []),
      ...closing,
      texts.product,
    ].join("\n\n"),
    html: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
      `<body style="font-family:sans-serif;line-height:1.5;max-width:36em">`,
      ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
      ...(rows.length > 0 ? [`<table cellpadding="4">${rows.map(toRow).join("")}</table>`] : []),
      ...(action ? [`<p><a href="${escaped(action.url)}">${escaped(action.label)}</a></p>`] : []),
      ...(record ? [`<p>${escaped(record.about)}</p>`, `<pre>${escaped(record.text)}</pre>`] : []),
      ...closing.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
      `<p style="color:#666">${texts.product}</p></body></html>`,
    ].join("\n"),
  };
}

const toRow = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join("")}</tr>`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
