import { Dialog, DialogBody } from "#web/ui/overlay/dialog.tsx";

import * as styles from "./sheets.css.ts";
import { useSell } from "./use-selling.ts";

const KEYS = [
  ["/", "Search"],
  ["Enter", "Charge; again: take exact cash"],
  ["F10", "Charge"],
  ["F2", "Customer"],
  ["F4", "Discount on the cart"],
  ["F8", "Park the cart"],
  ["F9", "Parked carts"],
  ["6*", "Add six of the next scan or tap"],
  ["Del", "Remove the newest line"],
  ["Ctrl+Z", "Undo"],
  ["C M K B", "In Charge: cash, MoMo, card, bank"],
  ["+", "In Charge: add a part payment"],
  ["Esc", "Back one level"],
  ["?", "These keys"],
] as const;

export function KeysSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={open} title="Keys" onClose={sheets.close}>
      <DialogBody>
        <dl className={styles.keys}>
          {KEYS.map(([key, does]) => (
            <div key={key} style={{ display: "contents" }}>
              <dt>
                <kbd className={styles.key}>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
    </Dialog>
  );
}
