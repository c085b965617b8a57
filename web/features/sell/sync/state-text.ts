import type { OwnSale } from "#web/till/till.ts";

/** By the code that the server gives. */
const REASONS: Readonly<Record<string, string>> = {
  "wrong-sums": "its sums do not add up",
  "wrong-currency": "it is in another currency",
  "till-revoked": "this till was removed before it arrived",
  "id-used": "another sale has its number",
  malformed: "the server could not read it",
};

/** "Not sent yet", "Sent", or why the server did not record it. */
export function stateText({ state, reason }: Pick<OwnSale, "state" | "reason">): string {
  if (state === "to-send") return "Not sent yet";
  if (state === "sent") return "Sent";
  const why = reason === undefined ? undefined : REASONS[reason];
  return why === undefined ? "Set aside by the server" : `Set aside: ${why}`;
}
