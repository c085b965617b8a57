import type { QueryKey } from "@tanstack/react-query";
import { useRef, useState, type ChangeEvent, type FormEvent, type MouseEvent } from "react";

import { written } from "#kernel/contract/api/envelope.ts";
import { IMPORT_BODY_BYTES, ImportResult } from "#kernel/contract/api/import.ts";
import { saveText } from "#web/api/download.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";
import { counted } from "#web/format/counts.ts";
import { Button } from "#web/ui/button/button.tsx";
import { InlineAlert, InlineNote } from "#web/ui/feedback/state.tsx";
import { toasts } from "#web/ui/feedback/toast-store.ts";
import { Field } from "#web/ui/form/field.tsx";
import { Row, RowList } from "#web/ui/layout/panel.tsx";
import { Dialog, DialogBody, DialogFoot, DialogForm } from "#web/ui/overlay/dialog.tsx";

import * as styles from "./import-dialog.css.ts";

const Imported = written(ImportResult);

/**
 * Imports a CSV file. `check` validates all rows and writes nothing; `save` adds all rows or none.
 */
export function useImport(path: string, stale: readonly QueryKey[]) {
  const send = async (address: string, csv: string, commandKey: string) =>
    (await request(address, Imported, { method: "POST", csv, commandKey })).data;
  const check = useCommand(
    (csv: string, commandKey) => send(`${path}?dry_run=true`, csv, commandKey),
    [],
  );
  const save = useCommand((csv: string, commandKey) => send(path, csv, commandKey), stale);
  return { check, save };
}

/** A mutation that sends the file, as TanStack Query returns it. */
type Sending = Readonly<{
  mutate: (csv: string, options?: { onSuccess: (result: ImportResult) => void }) => void;
  reset: () => void;
  isPending: boolean;
  data: ImportResult | undefined;
}>;

type ImportDialogProps = {
  open: boolean;
  /** The noun for a row: "product". */
  one: string;
  needed: readonly string[];
  optional: readonly string[];
  /** Lines that show how such a file is filled in, below its headings. */
  sample: readonly string[];
  check: Sending;
  save: Sending;
  /** The error of the last request. */
  problem: string | undefined;
  onClose: () => void;
};

/** A file is checked first. It is imported only if it has no errors. */
export function ImportDialog(props: ImportDialogProps) {
  const { open, one, check, save } = props;
  const close = () => {
    check.reset();
    save.reset();
    props.onClose();
  };
  return (
    <Dialog open={open} title={`Import ${one}s`} onClose={close}>
      <ImportForm {...props} onClose={close} />
    </Dialog>
  );
}

function ImportForm(props: ImportDialogProps) {
  const { one, needed, optional, sample, check, save, problem, onClose } = props;
  const { csv, fault, choose, letGo } = useCsvFile(props);
  const result = csv === undefined ? undefined : check.data;
  const ready = result !== undefined && result.error_count === 0 && result.added > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (csv === undefined || !ready) return;
    save.mutate(csv, {
      onSuccess: ({ added }) => {
        toasts.show("success", `${counted(added, one)} imported`);
        onClose();
      },
    });
  };
  return (
    <DialogForm onSubmit={submit}>
      <DialogBody>
        <p className={styles.columns}>
          The first line has the headings: {needed.join(", ")}; optional: {optional.join(", ")}. An
          exported file has the same headings.
        </p>
        <div>
          <Button
            icon="download"
            onClick={() =>
              saveText([[...needed, ...optional].join(), ...sample, ""].join("\r\n"), `${one}s.csv`)
            }
          >
            Download a sample
          </Button>
        </div>
        <Field label="CSV file" error={fault}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".csv,text/csv"
              className={styles.file}
              disabled={save.isPending}
              onClick={letGo}
              onChange={choose}
            />
          )}
        </Field>
        {check.isPending && <InlineNote icon="refresh">Checking every row…</InlineNote>}
        {result !== undefined && <Outcome one={one} result={result} />}
        {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={save.isPending} disabled={!ready}>
          {ready ? `Import ${counted(result.added, one)}` : "Import"}
        </Button>
      </DialogFoot>
    </DialogForm>
  );
}

const MEGABYTE = 1024 * 1024;

/** The chosen file, which is checked at once. */
function useCsvFile({ check, save }: Pick<ImportDialogProps, "check" | "save">) {
  const [csv, setCsv] = useState<string>();
  const [fault, setFault] = useState<string>();
  const chosen = useRef<File>(undefined);
  const read = async (file: File | undefined) => {
    chosen.current = file;
    check.reset();
    save.reset();
    setCsv(undefined);
    const tooLarge = file !== undefined && file.size > IMPORT_BODY_BYTES;
    setFault(tooLarge ? `A file has at most ${IMPORT_BODY_BYTES / MEGABYTE} MB` : undefined);
    if (file === undefined || tooLarge) return;
    const text = await file.text().catch(() => undefined);
    if (chosen.current !== file) return;
    if (text === undefined) {
      setFault("This file could not be read");
      return;
    }
    setCsv(text);
    check.mutate(text);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) =>
    void read(event.currentTarget.files?.[0]);
  /**
   * Browsers fire no change event if the same file is chosen again, which people do after
   * correcting it.
   */
  const letGo = (event: MouseEvent<HTMLInputElement>) => {
    event.currentTarget.value = "";
    void read(undefined);
  };
  return { csv, fault, choose, letGo };
}

const MOST_SHOWN = 100;

const placeOf = (line: number, column: string): string =>
  `Line ${line.toLocaleString("en-GH")}${column === "" ? "" : `, ${column}`}`;

function Outcome({ one, result }: { one: string; result: ImportResult }) {
  const { rows, errors, error_count: count, ignored_columns: ignored } = result;
  const unseen = count - Math.min(errors.length, MOST_SHOWN);
  return (
    <>
      {rows === 0 && <InlineAlert>The file has no rows below the headings.</InlineAlert>}
      {rows > 0 && count === 0 && (
        <InlineNote icon="check">{`${counted(rows, one)} ready to import.`}</InlineNote>
      )}
      {count > 0 && (
        <InlineAlert more="Nothing is imported until all errors are fixed.">
          {counted(count, "error")} in {counted(rows, "row")}
        </InlineAlert>
      )}
      {ignored.length > 0 && (
        <p className={styles.columns}>These columns are ignored: {ignored.join(", ")}.</p>
      )}
      {errors.length > 0 && (
        <RowList>
          {Array.from(errors.slice(0, MOST_SHOWN), ({ line, column, error }, at) => (
            <Row key={at} title={placeOf(line, column)} text={error} end={undefined} />
          ))}
        </RowList>
      )}
      {unseen > 0 && <p className={styles.columns}>And {counted(unseen, "more error")}.</p>}
    </>
  );
}
