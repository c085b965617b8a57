import { lazy, Suspense, useRef, useState } from "react";

import type { Product } from "#web/api/products.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineNote } from "#web/ui/feedback/state.tsx";
import { control } from "#web/ui/form/field.css.ts";
import { Field } from "#web/ui/form/field.tsx";
import type { FieldOf } from "#web/ui/form/use-schema-form.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { TitleButton } from "#web/ui/table/table.tsx";

import * as styles from "./barcodes-field.css.ts";
import { codesOf } from "./product-form.ts";

const CameraView = lazy(async () => ({
  default: (await import("#web/parts/camera/camera-view.tsx")).CameraView,
}));

type BarcodesFieldProps = {
  field: ReturnType<FieldOf<"barcodes">>;
  others: readonly Product[];
  /** Opens one of the others. */
  onOther: (id: string) => void;
};

/** Codes are typed, or read with the camera, one at a time. */
export function BarcodesField({ field, others, onOther }: BarcodesFieldProps) {
  const { name, value, error, onChange } = field;
  const [isScanning, setScanning] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => setScanning(false);
  const codes = codesOf(value);
  const add = (code: string) => {
    close();
    input.current?.focus();
    if (codes.includes(code)) return;
    onChange({ currentTarget: { value: [...codes, code].join(", ") } });
  };
  return (
    <>
      <Field optional label="Barcodes" hint="Separate with commas" error={error}>
        {(wiring) => (
          <span className={styles.row}>
            <input
              ref={input}
              autoComplete="off"
              name={name}
              value={value}
              onChange={onChange}
              className={control({})}
              {...wiring}
            />
            <Button aria-label="Scan a barcode with the camera" onClick={() => setScanning(true)}>
              Scan
            </Button>
          </span>
        )}
      </Field>
      <Taken codes={codes} others={others} onOpen={onOther} />
      <Dialog open={isScanning} title="Scan a barcode" onClose={close}>
        {isScanning && (
          <Suspense>
            <CameraView
              onCode={add}
              said="Hold the barcode in the frame."
              typedIn="the field"
              close={{ label: "Cancel", onPress: close }}
            />
          </Suspense>
        )}
      </Dialog>
    </>
  );
}

type TakenProps = {
  codes: readonly string[];
  others: readonly Product[];
  onOpen: (id: string) => void;
};

/** Two products may have one code, of which Sell then asks; it is rarely meant. */
function Taken({ codes, others, onOpen }: TakenProps) {
  const [taken] = others.flatMap((product) =>
    product.barcodes.filter((code) => codes.includes(code)).map((code) => ({ code, product })),
  );
  if (taken === undefined) return undefined;
  const { code, product } = taken;
  return (
    <InlineNote icon="alert">
      "{product.name}" already has the barcode {code}.{" "}
      <TitleButton onClick={() => onOpen(product.id)}>Open it</TitleButton>
    </InlineNote>
  );
}
