import { texts } from "#kernel/contract/texts.ts";
import { links } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Message } from "#web/ui/feedback/state.tsx";
import { Brand } from "#web/ui/layout/brand.tsx";

import * as styles from "./loaded.css.ts";

export function NotFoundScreen() {
  return (
    <main className={styles.page} id="main" tabIndex={-1}>
      <Brand name={texts.product} href={links.home()} />
      <Message
        title={texts.notFound.page}
        text="The address may be mistyped, or the page may have moved."
        action={
          <ButtonLink href={links.home()} tone="primary">
            Go home
          </ButtonLink>
        }
      />
    </main>
  );
}
