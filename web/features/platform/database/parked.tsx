import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { ParkedProjection } from "#kernel/contract/api/platform/lists.ts";
import { texts } from "#kernel/contract/texts.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { ago } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { Panel, Section } from "#web/ui/layout/panel.tsx";
import { Cell, CellTitle, Line, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

import * as styles from "./database.css.ts";

const ParkedAnswer = success(z.array(ParkedProjection));

const parkedQuery = () =>
  queryOptions({
    queryKey: keys.platform.parked,
    queryFn: async ({ signal }): Promise<readonly ParkedProjection[]> =>
      (await request("/api/v1/platform/parked", ParkedAnswer, { signal })).data,
    staleTime: 0,
  });

const NOT_LOADED = "Failed to load stuck tenants";

const COLUMNS: readonly Column[] = [
  { name: "Tenant", kind: "title", width: "28%" },
  { name: "Stopped at", kind: "lines" },
  { name: "Since", kind: "moneyLast", width: "110px" },
];

/** Tenants with a parked projection. Their logs continue. */
export function Parked({ count }: { count: number | undefined }) {
  return (
    <Section title="Stuck tenants">
      {count === undefined && <SkeletonRows rows={1} kind="line" />}
      {count === 0 && <p className={styles.quiet}>None. Every shop is up to date.</p>}
      {count !== undefined && count > 0 && <ParkedList />}
    </Section>
  );
}

function ParkedList() {
  const parked = useScreenQuery(parkedQuery(), { failed: NOT_LOADED, error: NOT_LOADED });
  if (parked.status === "loading") return <SkeletonRows rows={1} kind="lines" />;
  if (parked.status === "error") return <ErrorState problem={parked} action={texts.retry} />;
  return (
    <>
      <Panel>
        <ParkedTable parked={parked.data} />
      </Panel>
      <p className={styles.quiet}>
        Nothing is lost: the shop's log goes on. Once the fault is fixed, run the command shown here
        on the server to resume the read model.
      </p>
    </>
  );
}

function ParkedTable({ parked }: { parked: readonly ParkedProjection[] }) {
  const now = useNow();
  return (
    <Table columns={COLUMNS}>
      {parked.map((one) => (
        <TableRow key={`${one.tenant_id} ${one.projection}`}>
          <Cell kind="title">
            <CellTitle>{one.tenant_name ?? "Platform"}</CellTitle>
          </Cell>
          <Cell kind="lines">
            <Line>
              {one.projection}, event {one.seq.toLocaleString("en-GH")} ({one.event_type})
            </Line>
            <Line>{one.error}</Line>
            <Line>
              <code>
                npm run rebuild -- --unpark {one.tenant_id} {one.projection}
              </code>
            </Line>
          </Cell>
          <Cell kind="moneyLast">
            <Line>
              <time dateTime={one.parked_at}>{ago(Date.parse(one.parked_at), now)}</time>
            </Line>
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}
