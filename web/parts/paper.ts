import { useState } from "react";

/** What the printer of this device holds: a roll, or sheets. */
export const PAPERS = [
  { value: "roll80", label: "80 mm roll" },
  { value: "roll58", label: "58 mm roll" },
  { value: "a4", label: "A4" },
] as const;
export type Paper = (typeof PAPERS)[number]["value"];

const STORED_AS = "receipt-paper";

export const isPaper = (text: string | null): text is Paper =>
  PAPERS.some(({ value }) => value === text);

function stored(): Paper {
  const text = localStorage.getItem(STORED_AS);
  return isPaper(text) ? text : "roll80";
}

/** The choice stays with the device: the printer stands beside it. */
export function usePaper() {
  const [paper, setPaper] = useState(stored);
  const choose = (next: Paper) => {
    setPaper(next);
    localStorage.setItem(STORED_AS, next);
  };
  return { paper, choose };
}
