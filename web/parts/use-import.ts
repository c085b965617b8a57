import type { QueryKey } from "@tanstack/react-query";

import { written } from "#kernel/contract/api/envelope.ts";
import { ImportResult } from "#kernel/contract/api/import.ts";
import { request } from "#web/api/http-client.ts";
import { useCommand } from "#web/api/use-command.ts";

const Imported = written(ImportResult);

/** Reads a CSV file into a list: `check` looks at every row and writes nothing, `save` adds all of them or none. */
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
