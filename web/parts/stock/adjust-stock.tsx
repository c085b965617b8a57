import { lazy } from "react";
import type { ComponentProps } from "react";

import { Overlay } from "#web/ui/overlay/overlay.tsx";

import type { AdjustStockDialog as Dialog } from "./adjust-stock-dialog.tsx";

const AdjustStockDialog = lazy(async () => ({
  default: (await import("./adjust-stock-dialog.tsx")).AdjustStockDialog,
}));

/** The dialog that moves stock; its code is loaded when it is first opened. */
export const AdjustStock = (props: ComponentProps<typeof Dialog>) => (
  <Overlay open={props.product !== undefined}>
    <AdjustStockDialog {...props} />
  </Overlay>
);
