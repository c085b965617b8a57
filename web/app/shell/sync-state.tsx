import { useIsMutating } from "@tanstack/react-query";

import { keys } from "#web/api/keys.ts";
import { counted } from "#web/format/count-text.ts";
import { SyncMark } from "#web/parts/sync-mark.tsx";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";

import type { Line } from "./use-line.ts";

/** What was not saved is still open in its dialog, and says so there; a sale without an answer is being sent again. */
export function SyncState({ line }: { line: Line }) {
  const saving = useIsMutating({ predicate: ({ options }) => options.mutationKey !== BELL }) > 0;
  const { waiting, refused } = useUnsentSales();
  const unsent = waiting.length + refused.length;
  if (line === "offline") return <SyncMark lost>Offline</SyncMark>;
  if (line === "down") return <SyncMark lost>No connection</SyncMark>;
  if (unsent > 0) return <SyncMark lost>{counted(unsent, "sale")} without an answer</SyncMark>;
  return <SyncMark>{saving ? "Saving…" : "All sales saved"}</SyncMark>;
}

const BELL = keys.notifications.change;
