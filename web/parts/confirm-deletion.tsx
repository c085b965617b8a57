import type { QueryKey } from "@tanstack/react-query";
import * as z from "zod/mini";

import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";
import { type ToastAction, toasts } from "#web/ui/feedback/toast-store.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/overlay.tsx";

const Done = z.object({ success: z.literal(true) });

export type Deletion = { id: string; reason?: string };

/** Deletes an item of a list. The event log keeps its history. */
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

/** The mutation that deletes, as TanStack Query returns it. */
type Removal = Readonly<{
  mutate: (what: { id: string }, options: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  isSuccess: boolean;
}>;

type ConfirmDeletionProps<Item> = Readonly<{
  /** The item to delete. The question is open while it is defined. */
  item: Item | undefined;
  title: (item: Item) => string;
  question: string;
  /** The text of the toast after the deletion. */
  deleted: (item: Item) => string;
  /** What that toast offers, if the deletion can be undone. */
  undo?: (item: Item) => ToastAction;
  removal: Removal;
  /** The label of the button; "Delete" if absent. */
  action?: string;
  error: string | undefined;
  onClose: () => void;
}>;

/** Asks before an item is deleted, and shows a toast afterwards. */
export function ConfirmDeletion<Item extends { id: string }>(props: ConfirmDeletionProps<Item>) {
  const { item, title, question, removal, action = "Delete", error, onClose } = props;
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
          toasts.show("success", props.deleted(item), undefined, props.undo?.(item));
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
