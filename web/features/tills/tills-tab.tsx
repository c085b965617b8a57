import { useState } from "react";

import type { TillItem } from "#kernel/contract/api/till/tills.ts";
import { texts } from "#kernel/contract/texts.ts";
import { useScreenQuery } from "#web/api/use-screen-query.ts";
import { useCan } from "#web/state/use-session.ts";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/state.tsx";
import { Section } from "#web/ui/layout/panel.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import { OfflineSettings } from "./offline-settings.tsx";
import { RemoveTill } from "./remove-till.tsx";
import { RenameTill } from "./rename-till.tsx";
import { TillTable } from "./till-table.tsx";
import { list } from "./tills.css.ts";
import { tillsQuery } from "./use-till-commands.ts";

const FAILED = { failed: "Failed to load tills", error: "Error loading tills" };

/** The devices that sell, and what they may do without a network. */
export default function TillsScreen({ onDirty }: { onDirty: (dirty: boolean) => void }) {
  const tills = useScreenQuery(tillsQuery(), FAILED);
  const mayChange = useCan("change-business-settings");
  const rename = useModalParam("rename");
  const [removing, setRemoving] = useState<TillItem>();
  const [written, setWritten] = useState<number>();
  if (tills.status === "error") return <ErrorState problem={tills} action={texts.tryAgain} />;
  const known = tills.status === "ready" ? tills.data : undefined;
  return (
    <>
      <Section title="Tills">
        <div className={list}>
          {known === undefined && <SkeletonRows rows={3} kind="lines" label="Loading tills..." />}
          {known?.length === 0 && (
            <EmptyState
              icon="phone"
              title="No tills yet"
              hint="A phone or computer becomes a till when Sell is first opened on it."
            />
          )}
          {known !== undefined && known.length > 0 && (
            <TillTable
              tills={known}
              written={written}
              onRename={({ till }) => rename.open(String(till))}
              onRemove={setRemoving}
            />
          )}
        </div>
        <RenameTill
          till={known?.find(({ till }) => String(till) === rename.value)}
          onClose={rename.close}
          onRenamed={setWritten}
        />
        <RemoveTill till={removing} onClose={() => setRemoving(undefined)} />
      </Section>
      {/* After the list, whose height is not known before: what is below it would jump. */}
      {mayChange && known !== undefined && <OfflineSettings onDirty={onDirty} />}
    </>
  );
}
