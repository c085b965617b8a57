import { Activity, Suspense, useEffect } from "react";

import { device } from "#web/device/device.ts";
import { LockGate, useAutoLock } from "#web/lock/lock-gate.tsx";
import { useStore } from "#web/state/store.ts";
import { useSession } from "#web/state/use-session.ts";
import { useSaleOutbox } from "#web/sync/use-sale-outbox.ts";
import { TILL_PANES } from "#web/theme/media.ts";
import { appIcons } from "#web/ui/icon/app-icons.ts";
import { addIcons } from "#web/ui/icon/icon.tsx";
import { tillIcons } from "#web/ui/icon/till-icons.ts";
import { latePart } from "#web/ui/layout/late-part.tsx";
import { useMedia } from "#web/ui/layout/use-media.ts";

import { CartBar, CartPane } from "./cart/cart-pane.tsx";
import { BarePaid } from "./charge/bare-paid.tsx";
import { Charge } from "./charge/charge.tsx";
import { ProductGrid } from "./grid/product-grid.tsx";
import { useTillScans } from "./scan/use-till-scans.ts";
import { SellHead } from "./sell-head.tsx";
import { loadOwnReceipt } from "./sync/own-receipt-part.tsx";
import { useOpenTill } from "./sync/use-open-till.ts";
import * as styles from "./till/sell.css.ts";
import { useBack } from "./till/use-back.ts";
import { SellProvider, useSell, useSelling } from "./till/use-selling.ts";
import { useShortcuts } from "./till/use-shortcuts.ts";

// Separate chunks, not needed to start selling. They load when the browser is idle, so that they
// are available offline.
const lateSheets = latePart(async () => (await import("./sheets.tsx")).Sheets);
const latePaid = latePart(async () => (await import("./charge/paid.tsx")).Paid);

const AT_REST_MS = 300;

function useLaterParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [lateSheets.load, latePaid.load, loadOwnReceipt]) {
        void load().catch(() => undefined);
      }
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
}

addIcons(appIcons);
addIcons(tillIcons);

/** Fills the screen, without the frame of the app. */
export default function SellScreen() {
  const session = useSession();
  const { isReady } = useStore(device);
  if (session === undefined || !isReady) return undefined;
  const { user, tenant } = session;
  const owner = `${tenant.id}/${user.id}`;
  return (
    <LockGate session={session}>
      <TillScreen key={owner} owner={owner} shop={tenant.id} />
    </LockGate>
  );
}

function TillScreen({ owner, shop }: { owner: string; shop: string }) {
  const wide = useMedia(TILL_PANES);
  const selling = useSelling(owner, shop);
  const scans = useTillScans(selling);
  useShortcuts(selling);
  useWakeLock();
  useLaterParts();
  useSaleOutbox();
  useOpenTill(selling.snacks.say);
  useBack(selling.isBusy, selling.goBack);
  const canLock = useAutoLock(shop, selling.payment.sending);
  return (
    <SellProvider value={{ ...selling, ...scans, canLock }}>
      <Till wide={wide} />
    </SellProvider>
  );
}

function Till({ wide }: { wide: boolean }) {
  const { stage } = useSell();
  const over = stage.at !== "selling" && !wide;
  return (
    <>
      <div className={styles.till}>
        <div className={styles.frame} inert={over}>
          <SellHead wide={wide} />
        </div>
        <div className={styles.products} inert={over}>
          <ProductGrid />
        </div>
        {stage.at === "selling" && wide && <CartPane />}
        {!wide && (
          <div inert={over}>
            <CartBar />
          </div>
        )}
        <Payment />
      </div>
      <Suspense>
        <lateSheets.Part wide={wide} />
      </Suspense>
      <SnackBar />
    </>
  );
}

/** The payment, and its receipt. */
function Payment() {
  const { stage, writing } = useSell();
  const written = useStore(writing);
  if (stage.at === "selling") return undefined;
  const isPaid = stage.at === "paid" || written?.isDone === true;
  const paid = stage.at === "paid" ? stage.paid : written?.paid;
  return (
    <>
      {!isPaid && <Charge />}
      {paid !== undefined && (
        <Activity mode={isPaid ? "visible" : "hidden"}>
          <Suspense fallback={<BarePaid paid={paid} />}>
            <latePaid.Part paid={paid} />
          </Suspense>
        </Activity>
      )}
    </>
  );
}

function SnackBar() {
  const { snacks, sheets, undo, canUndoSnack } = useSell();
  const { snack } = snacks;
  // A sheet would cover it; the cart shows the message itself.
  if (snack === undefined || sheets.top !== undefined) return undefined;
  return (
    <output className={styles.snack}>
      <span className={styles.snackText}>{snack.text}</span>
      {canUndoSnack && (
        <button type="button" className={styles.snackUndo} onClick={undo}>
          Undo
        </button>
      )}
      {snack.action !== undefined && (
        <button
          type="button"
          className={styles.snackUndo}
          onClick={() => {
            snacks.hide();
            snack.action?.run();
          }}
        >
          {snack.action.label}
        </button>
      )}
    </output>
  );
}

/** Keeps the screen on while someone sells, if the device allows it. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const hold = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      lock = await navigator.wakeLock.request("screen");
      if (gone) await lock.release();
    };
    // Refused when the battery is low; the screen then dims as usual.
    const tryHold = () => void hold().catch(() => undefined);
    tryHold();
    // A hidden page loses the lock.
    document.addEventListener("visibilitychange", tryHold);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", tryHold);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
