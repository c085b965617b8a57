import type { QueryKey } from "@tanstack/react-query";
import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

const Done = z.object({ success: z.literal(true) });

export type Deletion = { id: string; reason?: string };

/** Takes one thing out of the list at an address of the API; the log keeps it. */
export const useDeletion = (path: string, stale: readonly QueryKey[]) =>
  useCommand(
    ({ id, reason }: Deletion, commandKey) =>
      request(`${path}?${new URLSearchParams({ id })}`, Done, {
        method: "DELETE",
        commandKey,
        ...(reason === undefined ? {} : { json: { reason } }),
      }),
    stale,
  );

/** The command that deletes, as TanStack Query hands it out. */
type Removal = Readonly<{
  mutate: (what: { id: string }, options: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  isSuccess: boolean;
}>;

type ConfirmDeletionProps<Item> = Readonly<{
  /** What would go; undefined: nothing is asked. */
  item: Item | undefined;
  title: (item: Item) => string;
  question: string;
  /** What the toast says once it is gone. */
  deleted: (item: Item) => string;
  removal: Removal;
  /** The word on the button; absent: Delete. */
  action?: string;
  error: string | undefined;
  onClose: () => void;
}>;

/** Asks before something leaves a list, and says so once it has. */
export function ConfirmDeletion<Item extends { id: string }>(props: ConfirmDeletionProps<Item>) {
  const { item, title, question, deleted, removal, action = "Delete", error, onClose } = props;
  const shown = useLasting(item);
  const close = () => {
    removal.reset();
    onClose();
  };
  const confirm = () => {
    if (item === undefined) return;
    removal.mutate(
      { id: item.id },
      {
        onSuccess: () => {
          toasts.show("success", deleted(item));
          onClose();
        },
      },
    );
  };
  return (
    <Confirm
      open={item !== undefined}
      title={shown ? title(shown) : ""}
      question={question}
      action={action}
      busy={removal.isPending}
      done={removal.isSuccess}
      error={error}
      onConfirm={confirm}
      onCancel={close}
    />
  );
}
