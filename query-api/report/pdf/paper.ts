import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import PdfDocument from "pdfkit";

// Draws headings and tables on A4.

/** A heading, its columns, and rows of texts. The first column is wide, the others are figures. */
export type PaperTable = Readonly<{
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** Below the table. */
  note?: string | undefined;
}>;

export type Paper = Readonly<{
  title: string;
  /** Below the title, a line each. */
  lines: readonly string[];
  tables: readonly PaperTable[];
}>;

const MARGIN = 48;
const FIGURE_WIDTH = 84;
const LINE = 15;
const SIZES = { title: 18, heading: 12, text: 9 } as const;
const RULE = "#bbbbbb";
const QUIET = "#555555";

const require = createRequire(import.meta.url);

/** Has the letters of Ghana's languages, and the sign of the cedi. */
const readFonts = () => ({
  text: readFileSync(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf")),
  bold: readFileSync(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf")),
});

let fonts: ReturnType<typeof readFonts> | undefined;

type Pen = Readonly<{ document: PDFKit.PDFDocument; width: number }>;

/** The paper as a PDF file. */
export function toPdf({ title, lines, tables }: Paper): Promise<Buffer> {
  fonts ??= readFonts();
  const document = new PdfDocument({
    size: "A4",
    margin: MARGIN,
    font: "",
    bufferPages: true,
    lang: "en-GH",
    info: { Title: title, Producer: "Tillbook", Creator: "Tillbook" },
  });
  document.registerFont("text", fonts.text);
  document.registerFont("bold", fonts.bold);
  const parts: Buffer[] = [];
  const file = new Promise<Buffer>((resolve, reject) => {
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
  });
  const pen = { document, width: document.page.width - 2 * MARGIN };
  document.font("bold").fontSize(SIZES.title).text(title);
  document.font("text").fontSize(SIZES.text).fillColor(QUIET);
  for (const line of lines) document.text(line);
  for (const table of tables) drawTable(pen, table);
  numberPages(pen);
  document.end();
  return file;
}

function drawTable(pen: Pen, { title, columns, rows, note }: PaperTable): void {
  const { document } = pen;
  document.moveDown(2);
  // A heading never ends a page.
  roomFor(pen, 4);
  document.font("bold").fontSize(SIZES.heading).fillColor("black").text(title, MARGIN);
  document.moveDown(0.3);
  drawRow(pen, columns, "bold");
  for (const row of rows) {
    if (roomFor(pen, 1)) drawRow(pen, columns, "bold");
    drawRow(pen, row, "text");
  }
  if (note === undefined) return;
  roomFor(pen, 2);
  document.font("text").fontSize(SIZES.text).fillColor(QUIET);
  document.text(note, MARGIN, document.y + 4, { width: pen.width });
}

function drawRow({ document, width }: Pen, cells: readonly string[], font: "bold" | "text"): void {
  const { y } = document;
  const nameWidth = width - FIGURE_WIDTH * (cells.length - 1);
  document
    .font(font)
    .fontSize(SIZES.text)
    .fillColor(font === "bold" ? QUIET : "black");
  for (const [index, cell] of cells.entries()) {
    const isName = index === 0;
    document.text(cell, isName ? MARGIN : MARGIN + nameWidth + FIGURE_WIDTH * (index - 1), y, {
      width: (isName ? nameWidth : FIGURE_WIDTH) - 4,
      height: LINE,
      align: isName ? "left" : "right",
      lineBreak: false,
      ellipsis: true,
    });
  }
  const below = y + LINE;
  document.moveTo(MARGIN, below - 2).lineTo(MARGIN + width, below - 2);
  document.lineWidth(0.5).strokeColor(RULE).stroke();
  document.x = MARGIN;
  document.y = below;
}

/** Begins a page if these lines do not fit, and says so. */
function roomFor({ document }: Pen, lines: number): boolean {
  if (document.y + lines * LINE <= document.page.height - MARGIN) return false;
  document.addPage();
  return true;
}

function numberPages({ document, width }: Pen): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    document.page.margins.bottom = 0;
    document.font("text").fontSize(SIZES.text).fillColor(QUIET);
    const place = document.page.height - MARGIN / 2 - SIZES.text;
    document.text(`${page + 1} of ${count}`, MARGIN, place, {
      width,
      align: "right",
      lineBreak: false,
    });
  }
}
