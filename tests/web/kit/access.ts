import { screen } from "@testing-library/react";
import { run } from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const LEAST_TARGET_PX = 44;

/** The faults that axe finds in the document. */
export const faultsOf = async () => {
  // During a fade, colours are neither the old nor the new ones.
  const endless = (animation: Animation) => animation.effect?.getTiming().iterations === Infinity;
  const ending = document.getAnimations().filter((animation) => !endless(animation));
  await Promise.allSettled(ending.map((animation) => animation.finished));
  const { violations } = await run(document, { runOnly: RULES });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
};

/** Measured where a press lands, since a link may cover its row. */
function isLow(control: HTMLElement): boolean {
  const half = LEAST_TARGET_PX / 2 - 0.5;
  if (control.getBoundingClientRect().height >= 2 * half) return false;
  control.scrollIntoView({ block: "center" });
  const isCover = getComputedStyle(control, "::after").position === "absolute";
  const area = (isCover && control.closest("li")) || control;
  const { x, y, width, height } = area.getBoundingClientRect();
  const hits = (atY: number) =>
    control.contains(document.elementFromPoint(x + width / 2, y + height / 2 + atY));
  return !(hits(-half) && hits(half));
}

/**
 * Buttons and links outside text that are too small; a link in a sentence may be as low as its
 * line.
 */
export const tooSmall = () =>
  screen
    .queryAllByRole("button")
    .concat(screen.queryAllByRole("link"), screen.queryAllByRole("combobox"))
    .filter(isLow)
    .filter((control) => control.textContent !== "Skip to content")
    .map((control) => control.getAttribute("aria-label") ?? control.textContent);
