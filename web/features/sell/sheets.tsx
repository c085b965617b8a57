import { ApproveSheet } from "#web/features/sell/cart/approve-sheet.tsx";
import { CartSheet } from "#web/features/sell/cart/cart-pane.tsx";
import { CustomerSheet } from "#web/features/sell/cart/customer-sheet.tsx";
import { DiscountSheet } from "#web/features/sell/cart/discount-sheet.tsx";
import { LineSheet } from "#web/features/sell/cart/line-sheet.tsx";
import { NewCustomerSheet } from "#web/features/sell/cart/new-customer-sheet.tsx";
import { NoteSheet } from "#web/features/sell/cart/note-sheet.tsx";
import { ParkedNameSheet } from "#web/features/sell/cart/parked-name-sheet.tsx";
import { ParkedSheet } from "#web/features/sell/cart/parked-sheet.tsx";
import { AmountSheet } from "#web/features/sell/grid/amount-sheet.tsx";
import { TileSheet } from "#web/features/sell/grid/tile-sheet.tsx";
import { CameraSheet } from "#web/features/sell/scan/camera-sheet.tsx";
import { ChoiceSheet } from "#web/features/sell/scan/choice-sheet.tsx";
import { NewProductSheet, UnknownSheet } from "#web/features/sell/scan/unknown-sheet.tsx";

import { SyncSheet } from "./sync/sync-sheet.tsx";
import { ReceiptSheet, TodaySheet } from "./sync/today-sheet.tsx";
import { KeysSheet } from "./till/keys-sheet.tsx";
import type { Sheet } from "./till/stage.ts";
import { UnsentSheet } from "./till/unsent-sheet.tsx";
import { useSell } from "./till/use-selling.ts";

type Kind = Sheet["is"];

/** Only the top sheet is open. */
export function Sheets({ wide }: { wide: boolean }) {
  const { top } = useSell().sheets;
  const topAs = <K extends Kind>(kind: K): Extract<Sheet, { is: K }> | undefined =>
    isOf(top, kind) ? top : undefined;
  const is = (kind: Kind): boolean => top?.is === kind;
  return (
    <>
      {!wide && <CartSheet open={is("cart")} />}
      <ApproveSheet asked={topAs("approve")} />
      <LineSheet lineKey={topAs("line")?.key} />
      <TileSheet productId={topAs("tile")?.productId} />
      <CustomerSheet open={is("customer")} />
      <NewCustomerSheet wanted={topAs("newCustomer")} />
      <NoteSheet open={is("note")} />
      <DiscountSheet open={is("discount")} />
      <ParkedSheet open={is("parked")} />
      <ParkedNameSheet id={topAs("parkedName")?.id} />
      <UnsentSheet open={is("unsent")} />
      <SyncSheet open={is("sync")} />
      <TodaySheet open={is("today")} />
      <ReceiptSheet id={topAs("receipt")?.id} />
      <KeysSheet open={is("keys")} />
      <CameraSheet open={is("camera")} />
      <UnknownSheet unknown={topAs("unknown")} />
      <AmountSheet wanted={topAs("amount")} />
      <NewProductSheet wanted={topAs("newProduct")} />
      <ChoiceSheet choice={topAs("choice")} />
    </>
  );
}

const isOf = <K extends Kind>(
  sheet: Sheet | undefined,
  kind: K,
): sheet is Extract<Sheet, { is: K }> => sheet?.is === kind;
