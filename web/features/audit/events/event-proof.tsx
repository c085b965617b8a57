import type { AuditEventDetail } from "#kernel/contract/api/audit.ts";
import { saveText } from "#web/api/download.ts";
import * as styles from "#web/features/audit/audit.css.ts";
import { counted } from "#web/format/counts.ts";
import { exactTime } from "#web/format/times.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { Button } from "#web/ui/button/button.tsx";
import { StatusBadge } from "#web/ui/feedback/status-badge.tsx";
import { MoreFields } from "#web/ui/form/more-fields.tsx";
import { Facts } from "#web/ui/layout/facts.tsx";
import { Section } from "#web/ui/layout/panel.tsx";

import * as eventStyles from "./event.css.ts";

/** Whether the event is proven. Its hash and its proof up to a signature are folded away. */
export function EventProof({ event }: { event: AuditEventDetail }) {
  const { leaf, chain, checkpoint } = event;
  const zone = useTimeZone();
  return (
    <Section title="Proof" link={<ProofStatus holds={event.holds} />}>
      <MoreFields label="Hashes and stored text" needed={false}>
        <Hashes
          rows={[
            ["Event hash", leaf],
            ["Chain hash after it", chain],
            ...(checkpoint === null
              ? []
              : [
                  [
                    `Signed ${exactTime(checkpoint.signed_at, zone)}, with ${counted(checkpoint.tree_size, "event")}`,
                    checkpoint.root,
                  ] as const,
                ]),
          ]}
        />
        {checkpoint === null ? (
          <p className={styles.note}>
            The log is signed every 5 minutes, or every 1,000 events. Until then there is no proof.
          </p>
        ) : (
          <Button
            icon="download"
            onClick={() => saveText(checkpoint.note, `checkpoint-${checkpoint.tree_size}.txt`)}
          >
            Signed checkpoint
          </Button>
        )}
        <StoredFacts event={event} />
      </MoreFields>
    </Section>
  );
}

/** Everything the hash covers, and the path from it to the signature. */
function StoredFacts({ event }: { event: AuditEventDetail }) {
  return (
    <Hashes
      rows={[
        ...(event.checkpoint === null
          ? []
          : [["Path to the root", event.proof.join("\n")] as const]),
        ["Data", event.data],
        ["Meta", event.meta],
        ["Effects", event.effects ?? "None"],
        ["Stream", `${event.stream_type} ${event.stream_id}, version ${event.stream_version}`],
        ["Command", `${event.command_id}, part ${event.command_ix}`],
      ]}
    />
  );
}

type LabelledText = readonly [name: string, text: string];

function Hashes({ rows }: { rows: readonly LabelledText[] }) {
  return (
    <div className={eventStyles.hashes}>
      <Facts
        facts={rows.map(([name, text]) => ({
          name,
          value: <span className={styles.exact}>{text}</span>,
        }))}
      />
    </div>
  );
}

function ProofStatus({ holds }: Pick<AuditEventDetail, "holds">) {
  if (holds === null) return <StatusBadge tone="waiting">Not signed yet</StatusBadge>;
  return holds ? (
    <StatusBadge tone="well">Verified</StatusBadge>
  ) : (
    <StatusBadge tone="wrong">Verification failed</StatusBadge>
  );
}
