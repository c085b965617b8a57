import { useEffect } from "react";

import { roleText } from "#web/format/names.ts";
import { landingPath } from "#web/links.ts";
import { pageAt } from "#web/pages.ts";
import { firstScreen } from "#web/state/first-screen.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Message } from "#web/ui/feedback/state.tsx";

/** Shown if the role may not open the page. Links to a page that it may open. */
export function NoAccess({ role }: { role: string }) {
  const own = landingPath(role);
  useEffect(() => firstScreen.report(), []);
  return (
    <Message
      title="You don't have access to this page"
      text={`Your role is ${roleText(role)}. Ask the owner of the shop for access.`}
      action={
        <ButtonLink href={own} tone="primary">
          Go to {pageAt(own)?.title}
        </ButtonLink>
      }
    />
  );
}
