import * as z from "zod/mini";

import { member } from "#command-api/account-store/member.ts";
import { createEventStore } from "#command-api/event-store/handle-command.ts";
import { NO_HEAD } from "#command-api/event-store/load.ts";
import { planStream, toAppendEvent } from "#command-api/event-store/plan.ts";
import { TILL_SIGNATURE } from "#kernel/contract/api/till/entries.ts";
import { UnlockAnswer } from "#kernel/contract/api/till/pin.ts";
import { CommandId, SYSTEM_ID, UserId } from "#kernel/contract/ids.ts";
import { isRejection } from "#kernel/contract/rejection.ts";
import type { Role } from "#kernel/contract/rights.ts";
import type { HttpApp } from "#kernel/node/http/server.ts";
import { memberStream, newId } from "#kernel/node/ids.ts";
import type { Apis } from "#tests/integration/bad-input/apis.ts";
import { claimsOf } from "#tests/integration/command-api/account-store/forge.ts";
import type { Method } from "#tests/integration/command-api/routes/ask.ts";
import { OWNER_PASSWORD } from "#tests/integration/command-api/routes/two-tenants.ts";
import type { ModelTill } from "#tests/kit/till/model-till.ts";

import { openCounter } from "./counter-sales.ts";

const UNLOCK = "/api/v1/till/unlock";
export const PIN = "482915";
export const OTHER_PIN = "736204";

export type PersonHere = Readonly<{ id: UserId; token: string }>;
export type Reply = Readonly<{ status: number; body: unknown; retryAfter: number }>;

const Coded = z.object({ code: z.string() });
export const codeOf = ({ status, body }: Reply): string =>
  status === 200 ? "ok" : `${status} ${Coded.parse(body).code}`;

/** A business with a till at which its owner sells, and people who may have a PIN. */
export async function openPinShop(apis: Apis) {
  const counter = await openCounter(apis);
  const { tenantId } = counter;
  const store = createEventStore(apis.as("cmd_writer"));

  /** Puts a person on the staff, as the tables and the log have it. */
  async function hire(role: Role): Promise<PersonHere> {
    const token = await apis.openSession(role, { tenantId });
    const id = UserId.parse(claimsOf(token)["sub"]);
    const streamId = memberStream(id);
    const command = { type: "JoinStaff", userId: id, role } as const;
    const planned = planStream({ decider: member, streamId, head: NO_HEAD, command });
    if (isRejection(planned)) throw new Error(planned.rejected);
    await store.append({
      tenantId,
      commandId: CommandId.parse(newId()),
      requestHash: Buffer.alloc(32),
      actorId: SYSTEM_ID,
      meta: '{"source":"system"}',
      events: planned.map((event) => toAppendEvent(event, apis.clock())),
    });
    return { id, token };
  }

  async function send(
    method: Method,
    url: string,
    { token, body, headers = {} }: Readonly<{ token?: string; body?: object; headers?: object }>,
  ): Promise<Reply> {
    const answer = await serviceOf(method).inject({
      method,
      url,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const { statusCode: status, headers: sent } = answer;
    return { status, body: answer.json(), retryAfter: Number(sent["retry-after"] ?? 0) };
  }

  const serviceOf = (method: Method): HttpApp =>
    method === "GET" ? apis.apps.query : apis.apps.command;

  const setPin = (
    { token }: PersonHere,
    pin: string,
    { password = OWNER_PASSWORD, headers = {} } = {},
  ): Promise<Reply> =>
    send("PUT", "/api/v1/account/pin", { token, body: { pin, password }, headers });

  async function unlock(
    user: string,
    pin: string,
    {
      till = counter.till,
      app = apis.apps.command,
    }: Partial<{ till: ModelTill; app: HttpApp }> = {},
  ): Promise<Reply> {
    const body = Buffer.from(JSON.stringify({ tenant: tenantId, till: till.till, user, pin }));
    const answer = await app.inject({
      method: "POST",
      url: UNLOCK,
      headers: {
        "content-type": "application/json",
        [TILL_SIGNATURE]: till.signer.sign(UNLOCK, body),
      },
      payload: body,
    });
    const { statusCode: status, headers } = answer;
    return { status, body: answer.json(), retryAfter: Number(headers["retry-after"] ?? 0) };
  }

  return {
    ...counter,
    owner: { id: UserId.parse(counter.ownerId) },
    hire,
    setPin,
    unlock,
    askAs: (person: Pick<PersonHere, "token">, method: Method, url: string, body?: object) =>
      send(method, url, { token: person.token, ...(body && { body }) }),
    /** A person of this role with this PIN. */
    hireWithPin: async (role: Role, pin = PIN): Promise<PersonHere> => {
      const person = await hire(role);
      const { status, body } = await setPin(person, pin);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return person;
    },
    /** The token of a till session. */
    unlocked: async (user: string, pin: string, till?: ModelTill): Promise<string> =>
      UnlockAnswer.parse((await unlock(user, pin, till && { till })).body).token,
    eventsOfType: (...types: readonly string[]) =>
      apis.query<{ type: string; data: Record<string, unknown>; actor_id: string }>(
        "select type, data, actor_id from es.events where tenant_id = $1 and type = any ($2) order by seq",
        [tenantId, types],
      ),
  };
}

export type PinShop = Awaited<ReturnType<typeof openPinShop>>;
