import type { AccessLogEntry } from "#kernel/contract/api/account.ts";
import { texts } from "#kernel/contract/texts.ts";
import { ACCESS_LINES_SHOWN, accessLogQuery } from "#web/api/account.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { accessText, troubleText } from "#web/format/access-words.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { EmptyRow, Row, RowList } from "#web/ui/layout/panel.tsx";

const FAILED = { failed: "Failed to load the access log", error: "Error loading the access log" };

/** A shop does not need to know which platform admin viewed it. */
const VIEWED_BY_SUPPORT = "Viewed by Tillbook support";
const SUPPORT_READS = new Set(["support-read", "platform-read"]);

/** Failed sign-ins, denied access, exports, and platform views of the shop's data. */
export function AccessLogSection() {
  const accessLog = useScreenQuery(accessLogQuery(), FAILED);
  return (
    <FormSection
      title="Access log"
      kind="stack"
      hint="Failed sign-ins, denied access, exports, and every time Tillbook viewed your data. The 10 most recent."
    >
      {accessLog.status === "loading" && (
        <SkeletonRows rows={ACCESS_LINES_SHOWN} kind="list" label="Loading access log..." />
      )}
      {accessLog.status === "error" && <ErrorState problem={accessLog} action={texts.tryAgain} />}
      {accessLog.status === "ready" && <Lines lines={accessLog.data} />}
    </FormSection>
  );
}

function Lines({ lines }: { lines: readonly AccessLogEntry[] }) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <RowList>
      {lines.length === 0 && <EmptyRow>Nothing yet.</EmptyRow>}
      {lines.map((line) => (
        <Row
          key={line.id}
          title={SUPPORT_READS.has(line.action) ? VIEWED_BY_SUPPORT : accessText(line.action)}
          sub={
            <>
              <time dateTime={line.at}>{shopTime(line.at, zone, now)}</time>
              {troubleText(line.result) !== undefined && ` · ${troubleText(line.result)}`}
            </>
          }
          text={[line.target, line.ip_prefix].filter((part) => part !== null).join(" · ")}
          end={undefined}
        />
      ))}
    </RowList>
  );
}
