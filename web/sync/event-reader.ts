import * as z from "zod/mini";

import { LivePosition } from "#kernel/contract/api/as-of.ts";
import { NotificationItem } from "#kernel/contract/api/notification.ts";

export type LiveEvent =
  | { type: "hello" }
  | { type: "changed" }
  | { type: "notification"; notification: NotificationItem };

const Json = z.pipe(
  z.string(),
  z.transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: "custom", message: "no JSON", input: text });
      return z.NEVER;
    }
  }),
);
const Position = z.pipe(Json, LivePosition);
const Notification = z.pipe(Json, NotificationItem);

const END_OF_EVENT = "\n\n";

/** Parses an event stream from pieces of any size. Unknown events are skipped. */
export function createEventReader(): (piece: string) => readonly LiveEvent[] {
  let rest = "";
  return (piece) => {
    const blocks = (rest + piece).split(END_OF_EVENT);
    rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => toEvent(block) ?? []);
  };
}

function toEvent(block: string): LiveEvent | undefined {
  const lines = block.split("\n");
  const after = (field: string) =>
    lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2) ?? "";
  const type = after("event");
  if (type === "hello" || type === "changed") {
    return Position.safeParse(after("data")).success ? { type } : undefined;
  }
  if (type !== "notification") return undefined;
  const { data } = Notification.safeParse(after("data"));
  return data && { type, notification: data };
}
