import * as z from "zod/mini";

import { until } from "#tests/kit/product/sales-load.ts";

import type { Api, Signed } from "./api.ts";

/** Of everyone who joined here. */
export const STAFF_PASSWORD = "correct horse battery";
const MAIL_WITHIN_MS = 30_000;

const Mails = z.array(z.object({ to: z.string(), text: z.string() }));

type People = Readonly<{ owner: Signed | undefined; admin: Signed | undefined }>;

type Joining = Readonly<{ email: string; role: string; first_name: string; last_name: string }>;

/** Invited by the owner, joined by the link in the email, signed in. */
export async function acceptedStaff(
  api: Api,
  { owner, admin }: People,
  { email, role, ...names }: Joining,
): Promise<Signed> {
  await api.ask("POST", "/api/v1/staff", { as: owner, body: { email, role } });
  const token = await mailedToken(api, admin, email);
  const body = { token, ...names, password: STAFF_PASSWORD };
  await api.ask("POST", "/api/v1/auth/accept-invitation", { body });
  return api.signIn("/auth/login.php", { email, password: STAFF_PASSWORD });
}

export const acceptedCashier = (api: Api, people: People): Promise<Signed> =>
  acceptedStaff(api, people, {
    email: "yaw@adom.example",
    role: "cashier",
    first_name: "Yaw",
    last_name: "Darko",
  });

async function mailedToken(api: Api, admin: Signed | undefined, email: string): Promise<string> {
  let token: string | undefined;
  const came = async () => {
    const mails = Mails.parse(await api.ask("GET", "/dev/mails/list", { as: admin }));
    const text = mails.find(({ to }) => to === email)?.text ?? "";
    [, token] = /token=([\w-]+)/.exec(text) ?? [];
    return token !== undefined;
  };
  await until("the mailed invitation", came, MAIL_WITHIN_MS);
  return token ?? "";
}
