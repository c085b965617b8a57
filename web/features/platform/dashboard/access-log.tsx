import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { AccessLogLine } from "#kernel/contract/api/platform/lists.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { PLATFORM_PAGE, askPage } from "#web/api/platform-page.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { accessText, troubleText } from "#web/format/access-words.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useSession } from "#web/state/use-session.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { PagedList, useServerPage } from "#web/ui/table/paged-list.tsx";
import { Cell, Line, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

import * as styles from "./overview.css.ts";

/** Reading the log is itself logged, so the first row is this view. */
export const accessLogQuery = (page: number) =>
  queryOptions({
    queryKey: keys.platform.accessLog(page),
    queryFn: ({ signal }) =>
      askPage({ path: "/api/v1/platform/access-log", item: AccessLogLine, page, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const COLUMNS: readonly Column[] = [
  { name: "What", kind: "title", width: "34%" },
  { name: "Of", kind: "lines" },
  { name: "When", kind: "moneyLast", width: "140px" },
];

/** Labels of known targets; unknown ones are shown as logged. */
const TARGETS: Readonly<Record<string, string>> = {
  "GET /api/super-admin.php": "Platform figures",
  "GET /api/super-admin.php/tenants": "Tenant list",
  "GET /api/super-admin.php/activity": "Activity",
  "GET /api/v1/platform/exports/tenants.csv": "All tenants (export)",
  "GET /api/v1/platform/analytics": "Analytics",
  "GET /api/v1/platform/revenue": "Revenue",
  "GET /api/v1/platform/parked": "Stuck tenants",
  "GET /api/v1/platform/inbox": "Inbox",
  "GET /api/v1/platform/mails": "Emails",
  "GET /api/v1/platform/access-log": "Access log",
};

const NOT_LOADED = "Failed to load the access log";

/**
 * Access that is not a command but must be recorded: views of tenant data, exports, denials, failed
 * sign-ins.
 */
export function AccessLog() {
  const shown = useServerPage();
  const log = useScreenQuery(accessLogQuery(shown.page), {
    failed: NOT_LOADED,
    error: NOT_LOADED,
  });
  return (
    <>
      <p className={styles.note}>{texts.platform.logged}.</p>
      <PagedList
        list={log}
        shown={shown}
        pageSize={PLATFORM_PAGE}
        again={texts.retry}
        waiting={<SkeletonRows rows={10} kind="lines" label="Loading access log..." />}
        none={
          <EmptyState
            icon="shield"
            title="No access log entries"
            hint="Views of shops' data, exports, denied access and failed sign-ins appear here."
          />
        }
      >
        {(lines) => <Lines lines={lines} />}
      </PagedList>
    </>
  );
}

function Lines({ lines }: { lines: readonly AccessLogLine[] }) {
  const now = useNow();
  const me = useSession()?.user.id;
  return (
    <Table columns={COLUMNS}>
      {lines.map((line) => (
        <TableRow key={line.id}>
          <Cell kind="title">
            {accessText(line.action)}
            <Trouble result={line.result} />
            <Line>{byWhom(line, me)}</Line>
          </Cell>
          <Cell kind="lines">
            {line.tenant_name !== null && <Line>{line.tenant_name}</Line>}
            {line.target !== null && <Line>{TARGETS[line.target] ?? line.target}</Line>}
          </Cell>
          <Cell kind="moneyLast">
            <Line>
              <time dateTime={line.at}>{shopTime(line.at, undefined, now)}</time>
            </Line>
          </Cell>
        </TableRow>
      ))}
    </Table>
  );
}

function Trouble({ result }: Pick<AccessLogLine, "result">) {
  const text = troubleText(result);
  if (text === undefined) return undefined;
  return (
    <>
      {" "}
      <StatusBadge tone="wrong">{text}</StatusBadge>
    </>
  );
}

function byWhom({ actor_id: actor, ip_prefix: from }: AccessLogLine, me: string | undefined) {
  const who = actor === null ? "Unknown user" : actor === me ? "You" : `User ${shortId(actor)}`;
  return from === null ? who : `${who}, from ${from}`;
}
