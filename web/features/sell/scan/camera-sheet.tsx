import { useState } from "react";

import { useSell } from "#web/features/sell/till/use-selling.ts";
import { noteTouch } from "#web/lock/idle.ts";
import { CameraView, HOLD_CODE } from "#web/parts/camera/camera-view.tsx";
import { unitsText } from "#web/state/cart.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

/** Scans one code after the other with the camera, until it is closed. */
export function CameraSheet({ open }: { open: boolean }) {
  const { sheets } = useSell();
  return (
    <Dialog still open={open} title="Scan with the camera" onClose={sheets.close}>
      {open && <Scanning />}
    </Dialog>
  );
}

function Scanning() {
  const { scan, shop, sheets, cart, snacks } = useSell();
  const [hasScanned, setHasScanned] = useState(false);
  const [newest] = cart.lines;
  const said =
    newest === undefined || !hasScanned
      ? HOLD_CODE
      : `${newest.name} × ${unitsText(newest.quantity, newest.perUnit)} in the cart`;
  const onCode = (code: string) => {
    // A person who scans does not touch the screen, and must not be locked out.
    noteTouch(shop);
    setHasScanned(true);
    scan(code);
  };
  return (
    <CameraView
      onCode={onCode}
      said={snacks.snack?.text ?? said}
      typedIn="the search"
      close={{ label: "Done", onPress: sheets.close }}
    />
  );
}
