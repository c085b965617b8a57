import { globalLayer, globalStyle } from "@vanilla-extract/css";
import type { GlobalStyleRule } from "@vanilla-extract/css";

import { color, face, type, weight } from "./theme.css.ts";

/** In its own layer, so that component styles win regardless of file order. */
const reset = globalLayer("reset");

const rule = (selector: string, style: GlobalStyleRule): void =>
  globalStyle(selector, { "@layer": { [reset]: style } });

rule("*, *::before, *::after", { boxSizing: "border-box" });
rule("*", { margin: 0 });
rule("html", { WebkitTextSizeAdjust: "100%", textSizeAdjust: "100%" });
rule("body", {
  background: color.bg,
  color: color.text,
  minBlockSize: "100dvh",
  font: `${weight.text} ${type[15]} ${face.text}`,
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "break-word",
});
rule("ul, ol", { listStyle: "none", padding: 0 });
rule("button, input, select, textarea", {
  font: "inherit",
  color: "inherit",
  letterSpacing: "inherit",
});
rule("button", {
  background: "none",
  border: 0,
  padding: 0,
  cursor: "pointer",
  textAlign: "inherit",
});
rule("a", { color: "inherit" });
rule("table", { borderCollapse: "collapse", inlineSize: "100%" });
rule("th", { fontWeight: "inherit", textAlign: "start" });
rule("fieldset", { border: 0, padding: 0, minInlineSize: 0 });
rule("legend", { padding: 0 });
rule("dd", { margin: 0 });
rule("input[type=search]::-webkit-search-cancel-button", { appearance: "none" });
rule(":focus", { outline: "none" });
rule(":focus-visible", { outline: `2px solid ${color.focus}`, outlineOffset: "2px" });
rule("h1, h2, h3", { fontFamily: face.figures });
rule("h1", { font: `${weight.figure} ${type[22]} ${face.figures}`, letterSpacing: "-.01em" });
rule("h2", { font: `${weight.strong} ${type[18]} ${face.figures}`, letterSpacing: "-.005em" });
// Avoids a single word on the last line.
rule("p", { textWrap: "pretty" });
rule("time", { whiteSpace: "nowrap" });
