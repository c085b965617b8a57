import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { useLasting } from "#web/ui/overlay/use-lasting.ts";

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
