import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { isRefused } from "#web/api/request-error.ts";
import { refetchStale } from "#web/api/use-command.ts";
import { session } from "#web/state/session.ts";
import { type ToastAction, toasts } from "#web/ui/feedback/toast-store.ts";

const Done = z.object({ success: z.literal(true) });

/** Restores a deleted item of a list. */
export const restoreItem = (path: string, id: string, commandKey: string) =>
  request(`${path}/${encodeURIComponent(id)}/restore`, Done, { method: "POST", commandKey });

/** What was deleted, in words, and the request that restores it. */
type Deleted = Readonly<{ what: string; restore: (commandKey: string) => Promise<unknown> }>;

const person = () => session.get()?.user.id;

/**
 * The "Undo" of a toast that says what was deleted. It outlives the dialog that deleted, and says
 * how it went. All its tries are one command.
 */
export function useUndo(stale: readonly QueryKey[]): (deleted: Deleted) => ToastAction {
  const queryClient = useQueryClient();
  return ({ what, restore }) => {
    const [by, key] = [person(), crypto.randomUUID()];
    const press = async () => {
      // The toast can still be there when another person has signed in.
      if (person() !== by) return void toasts.show("error", "Not restored. You signed out.");
      const toast = toasts.show("loading", `Restoring ${what}...`);
      try {
        await restore(key);
        await refetchStale(queryClient, stale);
        toasts.show("success", `${what} restored`, toast);
      } catch (error) {
        if (isRefused(error)) toasts.show("error", `Not restored. ${error.message}`, toast);
        else {
          const text = "We couldn't confirm this was restored.";
          toasts.show("error", text, toast, { label: "Try again", press: () => void press() });
        }
        for (const queryKey of stale) void queryClient.invalidateQueries({ queryKey });
      }
    };
    return { label: "Undo", press: () => void press() };
  };
}
