import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";
import { DialogBody, DialogFoot } from "#web/ui/overlay/dialog.tsx";

import * as styles from "./camera.css.ts";
import { type ScanProblem, useCamera, useTorch } from "./use-camera.ts";

type CameraViewProps = {
  onCode: (code: string) => void;
  /** What the last code did, for eyes that are on the camera's picture. */
  said: string;
  /** Where a person types the code instead: "the search". */
  typedIn: string;
  close: Readonly<{ label: string; onPress: () => void }>;
};

/** The content of a dialog that reads codes with the camera while it is open. */
export function CameraView({ onCode, said, typedIn, close }: CameraViewProps) {
  const { setVideo, stream, problem } = useCamera(onCode);
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
          <output className={styles.said}>{said}</output>
        ) : (
          <InlineAlert>
            {PROBLEMS[problem]} type the code in {typedIn}.
          </InlineAlert>
        )}
      </DialogBody>
      <DialogFoot>
        {torch !== undefined && (
          <Button aria-pressed={torch.isOn} onClick={torch.toggle}>
            {torch.isOn ? "Light off" : "Light on"}
          </Button>
        )}
        <Button tone="primary" onClick={close.onPress}>
          {close.label}
        </Button>
      </DialogFoot>
    </>
  );
}

/** What it says before it has read one. */
export const HOLD_CODE = "Hold a barcode or QR code in the frame.";

/** Each ends with the other way: to type the code. */
const PROBLEMS: Readonly<Record<ScanProblem, string>> = {
  refused: "This page may not use the camera. Allow it in the browser's settings for this page, or",
  absent: "There is no camera that can be used here. Instead,",
  busy: "The camera did not start. Close other apps that use it, or",
  unread: "The scanner could not be loaded. Check the network and try again, or",
};
