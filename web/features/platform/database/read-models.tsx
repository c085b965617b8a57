import type { DatabaseReport } from "#kernel/contract/api/platform/figures.ts";
import { Count } from "#web/ui/chart/money.tsx";
import { Panel } from "#web/ui/layout/panel.tsx";
import { bytesText } from "#web/ui/layout/sizes.ts";
import { Cell, CellTitle, Table, TableRow } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";

import * as styles from "./database.css.ts";

const COLUMNS: readonly Column[] = [
  { name: "Read model", kind: "title" },
  { name: "Rows, about", kind: "wideNumber", width: "150px" },
  { name: "Size", kind: "moneyLast", width: "150px" },
];

export function ReadModels({ models }: { models: DatabaseReport["readModels"] }) {
  return (
    <>
      <Panel>
        <Table columns={COLUMNS}>
          {models.map(({ name, rows, bytes }) => (
            <TableRow key={name}>
              <Cell kind="title">
                <CellTitle>{name.replace(/^rm_/, "").replaceAll("_", " ")}</CellTitle>
              </Cell>
              <Cell kind="wideNumber">{rows.toLocaleString("en-GH")}</Cell>
              <Cell kind="moneyLast">
                <Count>{bytesText(bytes)}</Count>
              </Cell>
            </TableRow>
          ))}
        </Table>
      </Panel>
      <p className={styles.quiet}>
        Everything here is built from the log and can be rebuilt. Rebuild (npm run rebuild) and
        verify (npm run audit -- verify) on the server.
      </p>
    </>
  );
}
