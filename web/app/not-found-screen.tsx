import { texts } from "#kernel/contract/texts.ts";
import { Brand } from "#web/ui/brand.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Message } from "#web/ui/state.tsx";

import { links } from "./links.ts";
import * as styles from "./not-found-screen.css.ts";

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
