import type { ShellRejectionCode } from "#command-api/event-store/handle-command.ts";
import { serverTexts } from "#kernel/contract/texts.ts";
import type { RejectionTexts } from "#kernel/node/http/errors.ts";

/** Texts for refusals that any command may get. */
export const shellTexts: RejectionTexts<ShellRejectionCode> = {
  "concurrent-change": "Someone else changed this at the same time. Please try again.",
  "version-mismatch": "This was changed since you opened it. Reload and try again.",
  "key-reused": "This Idempotency-Key was used for another request.",
  "not-signed-in": serverTexts.suspended,
  "unknown-tenant": "This business does not exist.",
  "product-not-found": "Product not found",
  "stock-changed": "The stock was changed since you opened it. Reload and try again.",
  "insufficient-stock": (product) => serverTexts.insufficientStock(product),
  "stock-too-large": "The stock would be too large.",
  "server-updating": "The server is being updated. Please try again in a moment.",
  "plan-limit-reached": "Your plan does not allow more products. Upgrade to add more.",
};
