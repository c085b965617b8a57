import { lazy } from "react";
import type { ComponentProps } from "react";

import { Overlay } from "#web/ui/overlay/overlay.tsx";

import type { AdjustStockDialog as Dialog } from "./adjust-stock-dialog.tsx";
import { isCounted } from "./counted.ts";

const AdjustStockDialog = lazy(async () => ({
  default: (await import("./adjust-stock-dialog.tsx")).AdjustStockDialog,
}));

/**
 * The dialog that moves stock; its code is loaded when it is first opened. There is none for a
 * product whose stock is not counted.
 */
export function AdjustStock({ product: named, ...props }: ComponentProps<typeof Dialog>) {
  const product = named && isCounted(named) ? named : undefined;
  return (
    <Overlay open={product !== undefined}>
      <AdjustStockDialog product={product} {...props} />
    </Overlay>
  );
}
