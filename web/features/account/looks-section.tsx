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

/** For a shop it is one and the same who of the platform looked. */
const LOOKED = "Looked at by the platform";
const LOOKS = new Set(["support-read", "platform-read"]);

/** Failed sign-ins, refusals, exports, and each time the platform looked at the shop's data. */
export function LooksSection() {
  const looks = useScreenQuery(looksQuery(), FAILED);
  return (
    <FormSection
      title="Access log"
      kind="stack"
      hint="Failed sign-ins, refusals, exports, and every time the platform looked at your data. The newest ten."
    >
      {looks.status === "loading" && (
        <SkeletonRows rows={LOOKS_SHOWN} kind="list" label="Loading the access log..." />
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
