import { useState } from "react";

import { useSell } from "#web/features/sell/till/use-selling.ts";
import { noteTouch } from "#web/lock/idle.ts";
import { unitsText } from "#web/state/cart.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { Dialog, DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";

import * as styles from "./camera.css.ts";
import { type ScanProblem, useCamera, useTorch } from "./use-camera.ts";

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
  const { scan, shop, sheets } = useSell();
  const [hasScanned, setHasScanned] = useState(false);
  const { setVideo, stream, problem } = useCamera((code) => {
    // A person who scans does not touch the screen, and must not be locked out.
    noteTouch(shop);
    setHasScanned(true);
    scan(code);
  });
  const torch = useTorch(stream);
  return (
    <>
      <DialogBody>
        {problem === undefined || problem === "unread" ? (
          <div className={styles.picture}>
            <video
              ref={setVideo}
              muted
              playsInline
              aria-label="What the camera sees"
              className={styles.video}
            />
            <span className={styles.guide} />
          </div>
        ) : undefined}
        {problem === undefined ? (
          <Said hasScanned={hasScanned} />
        ) : (
          <InlineAlert>{PROBLEMS[problem]}</InlineAlert>
        )}
      </DialogBody>
      <DialogFoot>
        {torch !== undefined && (
          <Button aria-pressed={torch.isOn} onClick={torch.toggle}>
            {torch.isOn ? "Light off" : "Light on"}
          </Button>
        )}
        <Button tone="primary" onClick={sheets.close}>
          Done
        </Button>
      </DialogFoot>
    </>
  );
}

const PROBLEMS: Readonly<Record<ScanProblem, string>> = {
  refused:
    "This page may not use the camera. Allow it in the browser's settings for this page, or type the code in the search.",
  absent: "There is no camera that can be used here. Type the code in the search.",
  busy: "The camera did not start. Close other apps that use it, or type the code in the search.",
  unread:
    "The scanner could not be loaded. Check the network and try again, or type the code in the search.",
};

/** What the last code did, for eyes that are on the camera's picture. */
function Said({ hasScanned }: { hasScanned: boolean }) {
  const { cart, snacks } = useSell();
  const [newest] = cart.lines;
  const said =
    newest === undefined || !hasScanned
      ? "Hold a barcode or QR code in the frame."
      : `${newest.name} × ${unitsText(newest.quantity, newest.perUnit)} in the cart`;
  return <output className={styles.said}>{snacks.snack?.text ?? said}</output>;
}
