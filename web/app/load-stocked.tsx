import { lazy } from "react";
import type { ComponentProps, ComponentType } from "react";

import type { AdjustStockDialog as Dialog } from "#web/parts/stock/adjust-stock-dialog.tsx";
import { Overlay } from "#web/ui/overlay/overlay.tsx";

const AdjustStockDialog = lazy(async () => ({
  default: (await import("#web/parts/stock/adjust-stock-dialog.tsx")).AdjustStockDialog,
}));

const AdjustStock = (props: ComponentProps<typeof Dialog>) => (
  <Overlay open={props.product !== undefined}>
    <AdjustStockDialog {...props} />
  </Overlay>
);

type Stocked = ComponentType<{ AdjustStock: typeof AdjustStock }>;

/** Two screens adjust stock by the same dialog, which neither of them owns: the app hands it in. */
export async function loadStocked(
  loadScreen: () => Promise<{ default: Stocked }>,
): Promise<{ default: ComponentType }> {
  const { default: Screen } = await loadScreen();
  return { default: () => <Screen AdjustStock={AdjustStock} /> };
}
