import type { AccessLine } from "#kernel/contract/api/access-log.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { accessText, troubleText } from "#web/format/access-words.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/use-now.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { ErrorState } from "#web/ui/feedback/state.tsx";
import { FormSection } from "#web/ui/form/form-section.tsx";
import { EmptyRow, Row, RowList } from "#web/ui/layout/panel.tsx";

import { LOOKS_SHOWN, looksQuery } from "./account-query.ts";

const FAILED = { failed: "Failed to load the access log", error: "Error loading the access log" };

/** A shop does not need to know which platform admin viewed it. */
const LOOKED = "Viewed by Tillbook support";
const LOOKS = new Set(["support-read", "platform-read"]);

/** Failed sign-ins, denied access, exports, and platform views of the shop's data. */
export function LooksSection() {
  const looks = useScreenQuery(looksQuery(), FAILED);
  return (
    <FormSection
      title="Access log"
      kind="stack"
      hint="Failed sign-ins, denied access, exports, and every time Tillbook viewed your data. The 10 most recent."
    >
      {looks.status === "loading" && (
        <SkeletonRows rows={LOOKS_SHOWN} kind="list" label="Loading access log..." />
      )}
      {looks.status === "error" && <ErrorState problem={looks} action={texts.tryAgain} />}
      {looks.status === "ready" && <Lines lines={looks.data} />}
    </FormSection>
  );
}

function Lines({ lines }: { lines: readonly AccessLine[] }) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <RowList>
      {lines.length === 0 && <EmptyRow>Nothing yet.</EmptyRow>}
      {lines.map((line) => (
        <Row
          key={line.id}
          title={LOOKS.has(line.action) ? LOOKED : accessText(line.action)}
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
