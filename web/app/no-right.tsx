import { ButtonLink } from "#web/ui/button.tsx";
import { Message } from "#web/ui/state.tsx";

import { landingPath } from "./links.ts";
import { titleOf } from "./titles.ts";
import { roleText } from "./who.tsx";

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
