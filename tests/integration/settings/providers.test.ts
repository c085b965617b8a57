import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";

import { Settings } from "#kernel/contract/api/settings.ts";
import { type Apis, openApis } from "#tests/integration/bad-input/apis.ts";
import type { Identity } from "#tests/integration/command-api/routes/identities.ts";
import { type MailSink, openMailSink } from "#tests/kit/fakes/mail-sink.ts";

const SECRET = "sk_test_0123456789abcdef";
const KEYS = { secret_key: SECRET, public_key: "pk_test_0123456789abcdef" };

/** Answers a balance request like Paystack's documentation. */
const paystack: Server = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${SECRET}`;
  response.writeHead(request.url === "/balance" ? (isKnown ? 200 : 401) : 404, {
    "content-type": "application/json",
  });
  response.end(
    JSON.stringify(
      isKnown
        ? {
            status: true,
            message: "Balances retrieved",
            data: [{ currency: "GHS", balance: 1700 }],
          }
        : { status: false, message: "Invalid key" },
    ),
  );
});

let apis: Apis;
let own: MailSink;
beforeAll(async () => {
  own = await openMailSink();
  await new Promise<void>((resolve) => paystack.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = paystack.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  apis = await openApis({
    providerRules: { paystackUrl: `http://127.0.0.1:${port}`, allowsPrivate: true },
  });
});
afterAll(async () => {
  await apis.close();
  await own.close();
  paystack.close();
});

const URL_OF = "/api/v1/settings/providers";
const smtp = () => ({ host: "127.0.0.1", port: Number(new URL(own.url).port), secure: false });
const connectClient = async (as: Identity = "owner") => {
  const answer = await apis.askOf.query("GET", "/api/v1/settings", { as });
  const { business } = z.object({ data: Settings }).parse(answer.body).data;
  return [business.email_provider, business.payment_provider];
};
const everywhere = async (secret: string): Promise<number> => {
  const [row] = await apis.query<{ found: number }>(
    `select (select count(*) from es.events where data::text like $1 or meta::text like $1)::int
          + (select count(*) from es.stream_heads where state::text like $1)::int
          + (select count(*) from es.providers where encode(sealed, 'escape') like $1)::int as found`,
    [`%${secret}%`],
  );
  return row?.found ?? -1;
};

describe("a tenant's own mail server", () => {
  test("SET-16: is tested before it is stored, and sends only this tenant's emails", async () => {
    const refused = await apis.ask("PUT", `${URL_OF}/smtp`, { body: { ...smtp(), port: 1 } });
    expect([refused.status, refused.body]).toMatchObject([409, { code: "provider-unreachable" }]);
    expect(await connectClient()).toEqual(["none", "none"]);

    const body = { ...smtp(), user: "shop@adom.example", password: "mail server secret" };
    expect((await apis.ask("PUT", `${URL_OF}/smtp`, { body })).status).toBe(200);
    expect(await connectClient()).toEqual(["smtp", "none"]);
    expect((await apis.ask("POST", `${URL_OF}/smtp/test`, { body: {} })).status).toBe(200);
    expect(await everywhere("mail server secret")).toBe(0);

    const mailTo = "/api/notifications/test-email?email=";
    await apis.ask("GET", `${mailTo}one@mail.example`);
    expect(own.sentTo("one@mail.example")[0]?.email.from).toMatchObject({
      address: "shop@adom.example",
    });
    await apis.ask("GET", `${mailTo}two@mail.example`, { as: "foreign owner" });
    expect(own.sentTo("two@mail.example")).toEqual([]);
    expect(apis.mailSink.sentTo("two@mail.example")).toHaveLength(1);

    expect((await apis.ask("DELETE", `${URL_OF}/smtp`)).status).toBe(200);
    expect(await connectClient()).toEqual(["none", "none"]);
    await apis.ask("GET", `${mailTo}three@mail.example`);
    expect(apis.mailSink.sentTo("three@mail.example")).toHaveLength(1);
  });

  test("may not be in our own network unless the operator allows it", async () => {
    const strict = await openApis();
    try {
      for (const host of ["127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254"]) {
        const body = { host, port: 25, secure: false };
        const answer = await strict.ask("PUT", `${URL_OF}/smtp`, { body });
        expect([host, answer.status, answer.body]).toMatchObject([
          host,
          409,
          { error: "This host and port cannot be used." },
        ]);
      }
    } finally {
      await strict.close();
    }
  });
});

describe("Paystack", () => {
  test("SET-15: is asked whether it knows the key, and the key is nowhere in plain text", async () => {
    const wrong = { ...KEYS, secret_key: "sk_test_wrong" };
    const refused = await apis.ask("PUT", `${URL_OF}/paystack`, { body: wrong });
    expect([refused.status, refused.body]).toMatchObject([409, { code: "provider-refused" }]);
    expect(await connectClient()).toEqual(["none", "none"]);

    expect((await apis.ask("PUT", `${URL_OF}/paystack`, { body: KEYS })).status).toBe(200);
    expect(await connectClient()).toEqual(["none", "paystack"]);
    expect((await apis.ask("POST", `${URL_OF}/paystack/test`, { body: {} })).status).toBe(200);
    expect(await everywhere(SECRET)).toBe(0);
    const foreign = await apis.ask("POST", `${URL_OF}/paystack/test`, {
      body: {},
      as: "foreign owner",
    });
    expect([foreign.status, foreign.body]).toMatchObject([404, { error: "Nothing is connected." }]);
    expect((await apis.ask("DELETE", `${URL_OF}/paystack`)).status).toBe(200);
    expect(await connectClient()).toEqual(["none", "none"]);
  });

  test("credentials copied from another tenant cannot be opened", async () => {
    await apis.ask("PUT", `${URL_OF}/paystack`, { body: KEYS });
    await apis.query(
      `insert into es.providers (tenant_id, kind, sealed, connected_ms)
       select $2, kind, sealed, connected_ms from es.providers where tenant_id = $1`,
      [apis.tenantId, apis.foreignTenantId],
    );
    const moved = await apis.ask("POST", `${URL_OF}/paystack/test`, {
      body: {},
      as: "foreign owner",
    });
    expect(moved.status).toBe(500);
  });
});
