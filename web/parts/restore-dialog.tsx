import type { QueryKey } from "@tanstack/react-query";

import { texts } from "#kernel/contract/texts.ts";
import { useCommand } from "#web/api/use-command.ts";
import { Button } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState, InlineAlert } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Row, RowList } from "#web/ui/layout/panel.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

import { restoreItem } from "./undo/use-undo.ts";

/** Restores a deleted item. */
export const useRestore = (path: string, stale: readonly QueryKey[]) =>
  useCommand((id: string, commandKey) => restoreItem(path, id, commandKey), stale);

type Deleted = { id: string; name: string; about?: string | undefined };

/** The deleted items, as a screen's query returns them. */
type Loading =
  | { status: "loading" }
  | { status: "error"; title: string; detail: string; retry: () => void }
  | { status: "ready"; data: readonly Deleted[] };

type Restoring = Readonly<{
  mutate: (id: string, options: { onSuccess: () => void }) => void;
  reset: () => void;
  isPending: boolean;
  variables: string | undefined;
}>;

type RestoreDialogProps = {
  open: boolean;
  title: string;
  none: string;
  list: Loading;
  restore: Restoring;
  problem: string | undefined;
  onClose: () => void;
};

/** Lists deleted items, each with a button that restores it. */
export function RestoreDialog(props: RestoreDialogProps) {
  const { open, title, none, list, restore, problem, onClose } = props;
  const close = () => {
    restore.reset();
    onClose();
  };
  return (
    <Dialog open={open} title={title} onClose={close}>
      <DialogBody>
        {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
        {list.status === "loading" && (
          <SkeletonRows rows={4} kind="list" label={`Loading ${title.toLowerCase()}...`} />
        )}
        {list.status === "error" && <ErrorState problem={list} action={texts.tryAgain} />}
        {list.status === "ready" && list.data.length === 0 && <p>{none}</p>}
        {list.status === "ready" && list.data.length > 0 && (
          <RowList>
            {list.data.map((item) => (
              <DeletedRow key={item.id} item={item} restore={restore} />
            ))}
          </RowList>
        )}
      </DialogBody>
    </Dialog>
  );
}

function DeletedRow({ item, restore }: { item: Deleted; restore: Restoring }) {
  const { id, name, about } = item;
  const press = () =>
    restore.mutate(id, { onSuccess: () => toasts.show("success", `${name} restored`) });
  return (
    <Row
      title={name}
      sub={about}
      end={
        <Button
          scale="compact"
          busy={restore.isPending && restore.variables === id}
          onClick={press}
        >
          Restore<VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      }
    />
  );
}
