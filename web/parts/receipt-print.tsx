import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";

import { type Paper, storedPaper } from "./paper-select.tsx";
import { printed } from "./receipt-print.css.ts";
import { Receipt, type ReceiptProps } from "./receipt.tsx";

const MM_OF_A_PIXEL = 25.4 / 96;
const MARGIN_MM = 4;
const WIDTH_MM = { roll80: 80, roll58: 58 } as const;

/** The page of a roll is as long as the receipt. */
function pageRule(paper: Paper, heightPx: number): string {
  if (paper === "a4") return "@page { size: A4; margin: 20mm }";
  const length = Math.ceil(heightPx * MM_OF_A_PIXEL) + 2 * MARGIN_MM;
  return `@page { size: ${WIDTH_MM[paper]}mm ${length}mm; margin: ${MARGIN_MM}mm }`;
}

type PrintedReceiptProps = {
  receipt: ReceiptProps;
  /** It is being printed. */
  onPrint: () => void;
};

/** Replaces the whole page while printing, from our button or from the browser. */
export function PrintedReceipt({ receipt, onPrint }: PrintedReceiptProps) {
  const [paper] = useState(storedPaper);
  const [printing, setPrinting] = useState(false);
  const sheet = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onPrint);
  useEffect(() => {
    const page = new CSSStyleSheet();
    const begin = () => {
      flushSync(() => setPrinting(true));
      page.replaceSync(pageRule(paper, sheet.current?.scrollHeight ?? 0));
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, page];
      document.documentElement.dataset["printing"] = "receipt";
      tell();
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
      <Sheet receipt={receipt} />
    </div>,
    document.body,
  );
}

/** As it was when printing began: the next one has another number. */
function Sheet({ receipt }: Pick<PrintedReceiptProps, "receipt">) {
  const [begun] = useState(receipt);
  return <Receipt {...begun} on="print" />;
}
