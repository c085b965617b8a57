import { useState } from "react";

import { SelectField } from "#web/ui/form/select-field.tsx";

/** Paper sizes: rolls of receipt printers, and sheets. */
const PAPERS = [
  { value: "roll80", label: "80 mm roll" },
  { value: "roll58", label: "58 mm roll" },
  { value: "a4", label: "A4" },
] as const;
export type Paper = (typeof PAPERS)[number]["value"];

const STORED_AS = "receipt-paper";

const isPaper = (text: string | null): text is Paper => PAPERS.some(({ value }) => value === text);

export function storedPaper(): Paper {
  const text = localStorage.getItem(STORED_AS);
  return isPaper(text) ? text : "roll80";
}

/** The choice is stored on the device, because the printer belongs to it. */
export function PaperSelect() {
  const [paper, setPaper] = useState(storedPaper);
  const choose = (chosen: string) => {
    if (!isPaper(chosen)) return;
    setPaper(chosen);
    localStorage.setItem(STORED_AS, chosen);
  };
  return (
    <SelectField
      label="Paper"
      value={paper}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {PAPERS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
