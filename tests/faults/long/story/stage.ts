import { randomUUID } from "node:crypto";

import { createApi, storedOf } from "#tests/kit/browser/screens/api.ts";
import type { MailSink } from "#tests/kit/fakes/mail-sink.ts";
import type { Query } from "#tests/kit/product/distributed.ts";
import { until } from "#tests/kit/product/sales-load.ts";
import { openTill, request, type Till } from "#tests/kit/product/till.ts";

const MAIL_WITHIN_MS = 30_000;
const PASSWORD = "correct horse battery";

/** The product on which the story happens. Its address may change when its server is killed. */
export type Stage = Readonly<{
  url: () => string;
  query: Query;
  /** SIGKILL, and a start. */
  killServer: () => Promise<void>;
}>;

export type Seller = Readonly<{ name: string; pin: string }>;
export const ESI: Seller = { name: "Esi Owusu", pin: "4826" };
export const KOFI: Seller = { name: "Kofi Asante", pin: "739164" };

export type Shop = Readonly<{ owner: Till; managerStored: Readonly<Record<string, string>> }>;

/** A shop with two products, its owner, and a cashier and a manager, both with a PIN. */
export async function openShop(stage: Stage, mails: MailSink): Promise<Shop> {
  const owner = await openTill(stage.url(), "Adom Provisions");
  await owner.addProduct("Milo 400g", 1_000, 62);
  await owner.addProduct("Sugar 1kg", 1_000, 18);
  await join(stage, { owner, mails, seller: ESI, role: "cashier" });
  const managerStored = await join(stage, { owner, mails, seller: KOFI, role: "manager" });
  return { owner, managerStored };
}

type Joining = Readonly<{ owner: Till; mails: MailSink; seller: Seller; role: string }>;

/** Joins, signs in and sets the PIN; what a browser stores of that session. */
async function join(stage: Stage, { owner, mails, seller, role }: Joining) {
  const email = `${randomUUID()}@story.example`;
  await owner.ask("POST", "/api/v1/staff", { body: { email, role } });
  let invitation: string | undefined;
  const came = async () => {
    const text = mails.sentTo(email).at(-1)?.email.text ?? "";
    [, invitation] = /token=([\w-]+)/.exec(text) ?? [];
    return invitation !== undefined;
  };
  await until("the invitation", came, MAIL_WITHIN_MS);
  const [first_name, last_name] = seller.name.split(" ");
  const post = (path: string, body: object) => request(stage.url(), "POST", path, { body });
  await post("/api/v1/auth/accept-invitation", {
    token: invitation,
    first_name,
    last_name,
    password: PASSWORD,
  });
  const api = createApi(stage.url());
  const signed = await api.signIn("/auth/login.php", { email, password: PASSWORD });
  await api.ask("PUT", "/api/v1/account/pin", {
    as: signed,
    body: { pin: seller.pin, password: PASSWORD },
  });
  return storedOf(signed);
}
