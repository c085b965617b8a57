import { useRef, useState, type ChangeEvent } from "react";

import { toDataUrl } from "#web/parts/picture/pictures.ts";
import { ProductPicture } from "#web/parts/picture/product-picture.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert } from "#web/ui/feedback/state.tsx";

import * as styles from "./picture-field.css.ts";
import { shrink } from "./shrink.ts";

type PictureFieldProps = {
  /** The SHA-256 of the stored one. */
  stored: string | null;
  /** As `data:`. Null removes the picture, undefined leaves it. */
  chosen: string | null | undefined;
  onChoose: (chosen: string | null | undefined) => void;
};

/** On a phone the button offers camera and files. */
export function PictureField({ stored, chosen, onChoose }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const { fault, isBusy, read, clear } = useChosenFile(onChoose);
  const hasOne = chosen === undefined ? stored !== null : chosen !== null;
  const remove = () => {
    clear();
    onChoose(stored === null ? undefined : null);
  };
  return (
    <div className={styles.field}>
      <span className={styles.frame}>
        {typeof chosen === "string" && (
          <img src={chosen} alt="Preview" width="100%" height="100%" />
        )}
        {chosen === undefined && stored !== null && <ProductPicture sha256={stored} />}
      </span>
      <div className={styles.side}>
        <span className={styles.label}>
          Picture <span className={styles.optional}>(optional)</span>
        </span>
        <div className={styles.buttons}>
          <Button busy={isBusy} onClick={() => input.current?.click()}>
            {hasOne ? "Change picture" : "Add picture"}
          </Button>
          {hasOne && <Button onClick={remove}>Remove picture</Button>}
        </div>
        <input ref={input} hidden type="file" accept="image/*" onChange={read} />
      </div>
      {fault && (
        <div className={styles.fault}>
          <InlineAlert>
            This file is not a picture that can be read here. Choose a photo.
          </InlineAlert>
        </div>
      )}
    </div>
  );
}

function useChosenFile(onChoose: (chosen: string) => void) {
  const [fault, setFault] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // The same file can be chosen again.
    currentTarget.value = "";
    if (file === undefined) return;
    setBusy(true);
    setFault(false);
    try {
      onChoose(await toDataUrl(await shrink(file)));
    } catch {
      setFault(true);
    }
    setBusy(false);
  };
  return {
    fault,
    isBusy,
    read: (event: ChangeEvent<HTMLInputElement>) => void read(event),
    clear: () => setFault(false),
  };
}
