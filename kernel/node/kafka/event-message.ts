import { Buffer, isUtf8 } from "node:buffer";

import * as z from "zod/mini";

import type { StoredEvent } from "#kernel/contract/events/recorded.ts";
import { CommandId, StreamId, TenantId, UserId } from "#kernel/contract/ids.ts";

import type { UnreadableMessage } from "./event-bus.ts";

/** CloudEvents in binary mode: the envelope in headers, the stored bytes of `data` as the value. */
export type EventMessage = Readonly<{
  key: string;
  value: string;
  headers: Readonly<Record<string, string>>;
}>;

export type RawMessage = Readonly<{
  key: Uint8Array | null;
  value: Uint8Array | null;
  headers?: Readonly<Record<string, unknown>> | undefined;
}>;

export function toMessage(event: StoredEvent): EventMessage {
  const headers = {
    ce_specversion: "1.0",
    ce_id: `${event.tenantId}:${event.seq}`,
    ce_source: `/tenants/${event.tenantId}`,
    ce_type: event.type,
    ce_time: new Date(event.recordedMs).toISOString(),
    ce_tenantid: event.tenantId,
    ce_seq: String(event.seq),
    ce_streamid: event.streamId,
    ce_streamversion: String(event.streamVersion),
    ce_streamtype: event.streamType,
    ce_schemav: String(event.schemaV),
    ce_commandid: event.commandId,
    ce_commandix: String(event.commandIx),
    ce_actorid: event.actorId,
    ce_recordedms: String(event.recordedMs),
    ce_occurredms: String(event.occurredMs),
    ce_meta: event.meta,
    "content-type": "application/json",
  };
  return {
    key: event.tenantId,
    value: event.data,
    headers: event.effects === null ? headers : { ...headers, ce_effects: event.effects },
  };
}

/** Parses a message from an untrusted writer. Never throws: what is wrong becomes the reason. */
export function fromMessage(raw: RawMessage): StoredEvent | UnreadableMessage {
  const texts = { key: toText(raw.key), value: toText(raw.value), headers: headerTexts(raw) };
  const parsed = Message.safeParse(texts);
  if (!parsed.success) return refuse(texts, issuesOf(parsed.error));

  const { key, value, headers } = parsed.data;
  if (key !== headers.ce_tenantid) {
    return refuse(texts, `the key names tenant ${key}, ce_tenantid ${headers.ce_tenantid}`);
  }
  if (headers.ce_id !== `${key}:${headers.ce_seq}`) {
    return refuse(texts, `ce_id is ${headers.ce_id}, not tenant:seq`);
  }
  return toStoredEvent(value, headers);
}

export function readMessages(
  messages: readonly RawMessage[],
): [events: StoredEvent[], unreadable: UnreadableMessage[]] {
  const events: StoredEvent[] = [];
  const unreadable: UnreadableMessage[] = [];
  for (const read of messages.map(fromMessage)) {
    if ("unreadable" in read) unreadable.push(read);
    else events.push(read);
  }
  return [events, unreadable];
}

const Json = z.string().check(z.refine(isJson, "is not JSON"));
const Whole = z.pipe(
  z.pipe(z.string().check(z.regex(/^-?\d{1,16}$/, "is not a whole number")), z.transform(Number)),
  z.int(),
);
const Name = z.string().check(z.minLength(1));

const Headers = z.object({
  ce_specversion: z.literal("1.0"),
  ce_id: Name,
  ce_source: Name,
  ce_type: Name,
  ce_time: z.iso.datetime(),
  ce_tenantid: TenantId,
  ce_seq: Whole,
  ce_streamid: StreamId,
  ce_streamversion: Whole,
  ce_streamtype: Name,
  ce_schemav: Whole,
  ce_commandid: CommandId,
  ce_commandix: Whole,
  ce_actorid: UserId,
  ce_recordedms: Whole,
  ce_occurredms: Whole,
  ce_meta: Json,
  ce_effects: z.optional(Json),
  "content-type": z.literal("application/json"),
});

const Message = z.object({ key: TenantId, value: Json, headers: Headers });

function toStoredEvent(data: string, headers: z.infer<typeof Headers>): StoredEvent {
  return {
    tenantId: headers.ce_tenantid,
    seq: headers.ce_seq,
    streamId: headers.ce_streamid,
    streamVersion: headers.ce_streamversion,
    streamType: headers.ce_streamtype,
    type: headers.ce_type,
    schemaV: headers.ce_schemav,
    commandId: headers.ce_commandid,
    commandIx: headers.ce_commandix,
    actorId: headers.ce_actorid,
    recordedMs: headers.ce_recordedms,
    occurredMs: headers.ce_occurredms,
    data,
    meta: headers.ce_meta,
    effects: headers.ce_effects ?? null,
  };
}

type Texts = Readonly<{ key: string | undefined; headers: Readonly<Record<string, unknown>> }>;

/** The tenant is given only if key and header agree. */
function refuse({ key, headers }: Texts, reason: string): UnreadableMessage {
  const named = [key, headers["ce_tenantid"]].flatMap((text) => {
    const tenant = TenantId.safeParse(text);
    return tenant.success ? [tenant.data] : [];
  });
  const [tenantId] = new Set(named).size === 1 ? named : [];
  return { unreadable: true, reason, ...(tenantId === undefined ? {} : { tenantId }) };
}

const issuesOf = (error: z.core.$ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");

/** Undefined for invalid UTF-8: a replaced byte would change the hash. */
function toText(bytes: unknown): string | undefined {
  if (typeof bytes === "string") return bytes;
  if (!(bytes instanceof Uint8Array) || !isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function headerTexts({ headers = {} }: RawMessage): Readonly<Record<string, string | undefined>> {
  const texts: Record<string, string | undefined> = {};
  for (const name in headers) texts[name] = toText(headers[name]);
  return texts;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // Reported by the schema.
  }
}
