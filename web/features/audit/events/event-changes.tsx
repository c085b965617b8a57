import type { AuditChange } from "#kernel/contract/api/audit.ts";
import { quiet } from "#web/features/audit/audit.css.ts";
import { kindText } from "#web/features/audit/event-words.ts";

import * as styles from "./event.css.ts";

/** Values before and after, side by side. */
export function EventChanges({ changes }: { changes: readonly AuditChange[] }) {
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{kindText(field)}</th>
            <Value text={before} />
            <Value text={after} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Value = ({ text }: { text: string | null }) => (
  <td>{text ?? <span className={quiet}>Nothing</span>}</td>
);
