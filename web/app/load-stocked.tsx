import type { ComponentType } from "react";

import type { AdjustStockDialog as AdjustStock } from "#web/features/stock/adjust-stock-dialog.tsx";

type Stocked = ComponentType<{ AdjustStock: typeof AdjustStock }>;

/** Two screens adjust stock by the same dialog, which neither of them owns: it comes beside the screen. */
export async function loadStocked(
  loadScreen: () => Promise<{ default: Stocked }>,
): Promise<{ default: ComponentType }> {
  const [{ default: Screen }, { AdjustStockDialog }] = await Promise.all([
    loadScreen(),
    import("#web/features/stock/adjust-stock-dialog.tsx"),
  ]);
  return { default: () => <Screen AdjustStock={AdjustStockDialog} /> };
}
