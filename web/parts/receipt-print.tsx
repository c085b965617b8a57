import { useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";

import { SelectField } from "#web/ui/form/select-field.tsx";

import { printed } from "./receipt-print.css.ts";
import { Receipt, type ReceiptProps } from "./receipt.tsx";

/** Paper sizes: rolls of receipt printers, and sheets. */
export const PAPERS = [
  { value: "roll80", label: "80 mm roll" },
  { value: "roll58", label: "58 mm roll" },
  { value: "a4", label: "A4" },
] as const;
export type Paper = (typeof PAPERS)[number]["value"];

const STORED_AS = "receipt-paper";

const isPaper = (text: string | null): text is Paper => PAPERS.some(({ value }) => value === text);

function stored(): Paper {
  const text = localStorage.getItem(STORED_AS);
  return isPaper(text) ? text : "roll80";
}

/** The choice is stored on the device, because the printer belongs to it. */
export function usePaper() {
  const [paper, setPaper] = useState(stored);
  const choose = (next: Paper) => {
    setPaper(next);
    localStorage.setItem(STORED_AS, next);
  };
  return { paper, choose };
}

const MM_OF_A_PIXEL = 25.4 / 96;
const MARGIN_MM = 4;
const WIDTH_MM = { roll80: 80, roll58: 58 } as const;

/** The page of a roll is as long as the receipt. */
function pageRule(paper: Paper, heightPx: number): string {
  if (paper === "a4") return "@page { size: A4; margin: 20mm }";
  const length = Math.ceil(heightPx * MM_OF_A_PIXEL) + 2 * MARGIN_MM;
  return `@page { size: ${WIDTH_MM[paper]}mm ${length}mm; margin: ${MARGIN_MM}mm }`;
}

type PrintedReceiptProps = { paper: Paper; receipt: ReceiptProps };

/** Replaces the whole page while printing, from our button or from the browser. */
export function PrintedReceipt({ paper, receipt }: PrintedReceiptProps) {
  const [printing, setPrinting] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = new CSSStyleSheet();
    const begin = () => {
      flushSync(() => setPrinting(true));
      page.replaceSync(pageRule(paper, sheet.current?.scrollHeight ?? 0));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, page];
      document.documentElement.dataset["printing"] = "receipt";
    };
    const end = () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== page);
      delete document.documentElement.dataset["printing"];
      setPrinting(false);
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      end();
    };
  }, [paper]);
  if (!printing) return undefined;
  return createPortal(
    <div ref={sheet} data-receipt className={printed({ paper })}>
      <Receipt {...receipt} on="print" />
    </div>,
    document.body,
  );
}

type PaperSelectProps = { paper: Paper; onChange: (paper: Paper) => void };

export function PaperSelect({ paper, onChange }: PaperSelectProps) {
  return (
    <SelectField
      label="Paper"
      value={paper}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (isPaper(value)) onChange(value);
      }}
    >
      {PAPERS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
