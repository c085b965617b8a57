import { landingPath } from "#web/links.ts";
import { ButtonLink } from "#web/ui/button/button.tsx";
import { Message } from "#web/ui/feedback/state.tsx";

import { roleText } from "./shell/who.tsx";
import { titleOf } from "./titles.ts";

/** Somebody else's page, opened by its address: said, and the way to one's own. */
export function NoRight({ role }: { role: string }) {
  const own = landingPath(role);
  return (
    <Message
      title="Not open to your role"
      text={`You are signed in as ${roleText(role)}. The owner of the shop decides who sees what.`}
      action={
        <ButtonLink href={own} tone="primary">
          Go to {titleOf(own)}
        </ButtonLink>
      }
    />
  );
}
