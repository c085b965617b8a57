import { success } from "#kernel/contract/api/envelope.ts";
import {
  type SignedHeadKey,
  SignedHeads,
  type SignedHeadItem,
} from "#kernel/contract/api/signed-head.ts";
import { saveText } from "#web/api/download.ts";
import { request } from "#web/api/http-client.ts";
import { keys } from "#web/api/keys.ts";
import { counted } from "#web/format/counts.ts";
import { shopTime } from "#web/format/times.ts";
import { useNow } from "#web/state/past.ts";
import { useTimeZone } from "#web/state/use-session.ts";
import { IconButton, ServerPageLink } from "#web/ui/button/button.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState } from "#web/ui/feedback/state.tsx";
import { Row, RowList, Section } from "#web/ui/layout/panel.tsx";
import { Cell, Narrow, Table, TableRow, type Column } from "#web/ui/table/table.tsx";

import * as styles from "./audit.css.ts";
import { KeysetList } from "./keyset-list.tsx";
import { useKeyset, keysetQuery } from "./keyset.ts";

const Answer = success(SignedHeads);
const PAGE_SIZE = 20;

/** A signed head with its public page and keys. */
export type PublishedSignedHead = SignedHeadItem & Pick<SignedHeads, "page" | "keys">;

/** Newest first. */
export const checkpointsQuery = () =>
  keysetQuery<PublishedSignedHead>(keys.audit.checkpoints, async (before, signal) => {
    const asked = new URLSearchParams({ limit: String(PAGE_SIZE) });
    if (before !== undefined) asked.set("before", before);
    const { data } = await request(`/api/v1/audit/checkpoints?${asked}`, Answer, { signal });
    const { page, keys: signers, checkpoints } = data;
    const last = checkpoints.at(-1);
    return {
      items: checkpoints.map((checkpoint) => ({ ...checkpoint, page, keys: signers })),
      next: last === undefined || checkpoints.length < PAGE_SIZE ? null : String(last.tree_size),
    };
  });

const COLUMNS: readonly Column[] = [
  { name: "Events", kind: "title", width: "24%" },
  { name: "Signed", kind: "meta" },
  { name: "Root", kind: "wide" },
  { name: "Actions", kind: "actions" },
];

/** Lists the signed heads of the log, to be kept outside this installation. */
export function SignedHeadList() {
  const list = useKeyset(checkpointsQuery(), "Failed to load the signed checkpoints");
  const newest = list.status === "ready" ? list.items[0] : undefined;
  return (
    <div className={styles.stack}>
      <p className={styles.note}>
        Keep a copy of one, and any later change to an earlier event can be detected.
      </p>
      {newest !== undefined && (
        <ServerPageLink href={newest.page}>Public page of signed checkpoints</ServerPageLink>
      )}
      <KeysetList
        list={list}
        waiting={<SkeletonRows rows={8} kind="table" label="Loading the signed checkpoints..." />}
        none={
          <EmptyState
            icon="audit"
            title="Nothing signed yet"
            hint="The log is signed every 5 minutes, or every 1,000 events."
          />
        }
      >
        {(checkpoints) => <SignedHeadTable checkpoints={checkpoints} />}
      </KeysetList>
      {newest !== undefined && <Keys list={newest.keys} />}
    </div>
  );
}

function SignedHeadTable({ checkpoints }: { checkpoints: readonly PublishedSignedHead[] }) {
  return (
    <Table columns={COLUMNS}>
      {checkpoints.map((checkpoint) => (
        <SignedHeadRow key={checkpoint.tree_size} checkpoint={checkpoint} />
      ))}
    </Table>
  );
}

function SignedHeadRow({ checkpoint }: { checkpoint: PublishedSignedHead }) {
  const { tree_size: size, signed_at: signedAt, note, root } = checkpoint;
  const zone = useTimeZone();
  const now = useNow();
  const events = counted(size, "event");
  return (
    <TableRow>
      <Cell kind="title">{events}</Cell>
      <Cell kind="meta">
        <time dateTime={signedAt}>
          <Narrow>Signed </Narrow>
          {shopTime(signedAt, zone, now)}
        </time>
      </Cell>
      <Cell kind="wide">
        <span className={styles.exact}>{root}</span>
      </Cell>
      <Cell kind="actions">
        <IconButton
          icon="download"
          label={`Download the note of ${events}`}
          onClick={() => saveText(note, `checkpoint-${size}.txt`)}
        />
      </Cell>
    </TableRow>
  );
}

function Keys({ list }: { list: readonly SignedHeadKey[] }) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <Section title="Public keys">
      <RowList>
        {list.map(({ key_id: id, verifier_key: key, since }) => (
          <Row
            key={id}
            title={`Since ${shopTime(since, zone, now)}`}
            sub={<span className={styles.exact}>{key}</span>}
            end={undefined}
          />
        ))}
      </RowList>
    </Section>
  );
}
