import { MERGE_RULES } from "#kernel/contract/merge-rules.ts";
import { links } from "#web/links.ts";
import { useCan } from "#web/state/use-session.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { PageHead } from "#web/ui/layout/page.tsx";

import * as styles from "./attention.css.ts";

/** The rules that tills without a network follow, for people of a shop. */
export default function OfflineRulesScreen() {
  const mayResolve = useCan("resolve-issues");
  return (
    <>
      <PageHead title="Selling without a network">
        {mayResolve && <ButtonLink href={links.attention()}>Needs attention</ButtonLink>}
      </PageHead>
      <p className={styles.intro}>
        A till goes on selling when there is no network, and sends its sales later. What happened at
        the counter always counts. Where it does not agree with what others changed meanwhile, these
        rules decide, and the owner and managers see it under Needs attention.
      </p>
      <ul className={styles.list}>
        {MERGE_RULES.map(({ meets, result }) => (
          <li key={meets} className={styles.rule}>
            <h2>{meets}</h2>
            <p>{result}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
