import type { SignedHeads } from "#kernel/contract/api/signed-head.ts";
import { texts } from "#kernel/contract/texts.ts";
import { escaped, plainPage } from "#query-api/plain-page.ts";

type PageOptions = SignedHeads & Readonly<{ tenantId: string; hasMore: boolean }>;

/** The public page of a log: that it was signed, when, and up to which event. */
export function signedHeadPage({
  tenantId,
  page,
  keys,
  checkpoints,
  hasMore,
}: PageOptions): string {
  const last = checkpoints.at(-1);
  return plainPage(
    `${texts.product}: signed checkpoints`,
    `<p>Each note below records the whole log of business <code>${escaped(tenantId)}</code> as it was when it was signed. Keep one, and no earlier event can be changed unnoticed, not even by the owner of the database.</p>
<p>As text: <a href="${page}/latest">the newest note</a>, <a href="${page}/keys">the public keys</a>. Compare the keys with those in the report emails of the business.</p>
<h2>Public keys</h2>
${keys.map((key) => `<p>since ${escaped(key.since)}</p><pre>${escaped(key.verifier_key)}</pre>`).join("\n")}
<h2>Checkpoints</h2>
${checkpoints.map((one) => `<h3><a href="${page}/${one.tree_size}">${one.tree_size} events</a>, signed ${escaped(one.signed_at)}</h3>\n<pre>${escaped(one.note)}</pre>`).join("\n")}
${hasMore && last ? `<p><a href="${page}?before=${last.tree_size}">Older ones</a></p>` : ""}`,
  );
}
