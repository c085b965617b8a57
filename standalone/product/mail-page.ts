import * as z from "zod/mini";

import { success } from "#kernel/contract/api/envelope.ts";
import { PERMISSIONS_POLICY } from "#kernel/node/http/permissions-policy.ts";
import { createHttpApp, type HttpApp, type Routes } from "#kernel/node/http/server.ts";
import type { Logger } from "#kernel/node/logging/logger.ts";
import { requireSession } from "#kernel/node/session/require-session.ts";
import type { Sessions } from "#kernel/node/session/sessions.ts";

import type { Mailbox } from "./mailbox.ts";

const Mails = z.array(
  z.object({ to: z.string(), subject: z.string(), sentAt: z.string(), text: z.string() }),
);

type MailPageOptions = Readonly<{
  mailbox: Pick<Mailbox, "newest">;
  sessions: Sessions;
  logger: Logger;
}>;

/**
 * Shows the super admin the emails of a product on the developer's machine. The page itself
 * contains none of them.
 */
export function createMailPage({ mailbox, sessions, logger }: MailPageOptions): HttpApp {
  const app = createHttpApp({ logger });
  app.get("/dev/mails", async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header(
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'",
      )
      .header("permissions-policy", PERMISSIONS_POLICY)
      .serializer(String)
      .send(PAGE),
  );
  app.get("/dev/mails/page.js", async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").serializer(String).send(SCRIPT),
  );
  app.register(mailList, { mailbox, sessions });
  return app;
}

const mailList: Routes<Pick<MailPageOptions, "mailbox" | "sessions">> = async (
  app,
  { mailbox, sessions },
) => {
  await app.register(requireSession, { sessions, aud: "platform" });
  app.get("/dev/mails/list", { schema: { response: { 200: success(Mails) } } }, async () => ({
    success: true as const,
    data: await mailbox.newest(),
  }));
};

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails</title></head>
<body><h1>Emails that this machine would have sent</h1><p id="note">Loading …</p><main id="mails"></main>
<script type="module" src="/dev/mails/page.js"></script></body></html>
`;

// Anyone can have written the content of an email, so it is shown as text only.
const SCRIPT = `const note = document.getElementById("note");
const list = document.getElementById("mails");
const add = (parent, name, text) => {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
};
const answer = await fetch("/dev/mails/list", {
  headers: { authorization: "Bearer " + localStorage.getItem("token") },
});
const { data = [], error } = await answer.json();
note.textContent = answer.ok
  ? data.length === 0 ? "None yet." : ""
  : (error ?? "") + " Sign in as the super admin first, then open this page again.";
for (const mail of data) {
  const article = add(list, "article", "");
  add(article, "h2", mail.subject);
  add(article, "p", mail.to + ", " + mail.sentAt);
  add(article, "pre", mail.text);
}
`;
