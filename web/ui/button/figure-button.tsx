import type { ReactNode } from "react";

import { figureButton } from "./figure-button.css.ts";

type FigureButtonProps = { label: string; onPress: () => void; children: ReactNode };

/** A figure that opens something; `label` says what. */
export function FigureButton({ label, onPress, children }: FigureButtonProps) {
  return (
    <button type="button" title={label} className={figureButton} onClick={onPress}>
      {children}
    </button>
  );
}
