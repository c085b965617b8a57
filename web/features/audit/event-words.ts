import type { AuditSubject } from "#kernel/contract/api/audit.ts";
import { shortId } from "#kernel/contract/ids.ts";
import { texts } from "#kernel/contract/texts.ts";

/** The subject's name, else the end of its id. */
export function subjectText({ kind, id, name }: AuditSubject): string {
  if (name !== null) return kind === "sale" ? `Sale ${name}` : name;
  return kind === "customer" ? texts.sales.erasedCustomer : `${kindText(kind)} ${shortId(id)}`;
}

export const kindText = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);
