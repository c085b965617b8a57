import * as z from "zod/mini";

import { until } from "#tests/kit/sales-load.ts";

import type { Api, Signed } from "./api.ts";

const EMAIL = "yaw@adom.example";
const PASSWORD = "correct horse battery";
const MAIL_WITHIN_MS = 30_000;

const Mails = z.array(z.object({ to: z.string(), text: z.string() }));

type People = Readonly<{ owner: Signed | undefined; admin: Signed | undefined }>;

/** Invited by the owner, joined by the link of the mail, signed in. */
export async function acceptedCashier(api: Api, { owner, admin }: People): Promise<Signed> {
  await api.ask("POST", "/api/v1/staff", { as: owner, body: { email: EMAIL, role: "cashier" } });
  const token = await mailedToken(api, admin);
  const names = { first_name: "Yaw", last_name: "Darko" };
  const body = { token, ...names, password: PASSWORD };
  await api.ask("POST", "/api/v1/auth/accept-invitation", { body });
  return api.signIn("/auth/login.php", { email: EMAIL, password: PASSWORD });
}

async function mailedToken(api: Api, admin: Signed | undefined): Promise<string> {
  let token: string | undefined;
  const came = async () => {
    const mails = Mails.parse(await api.ask("GET", "/dev/mails/list", { as: admin }));
    const text = mails.find(({ to }) => to === EMAIL)?.text ?? "";
    [, token] = /token=([\w-]+)/.exec(text) ?? [];
    return token !== undefined;
  };
  await until("the mailed invitation", came, MAIL_WITHIN_MS);
  return token ?? "";
}
