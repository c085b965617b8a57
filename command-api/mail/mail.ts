import * as z from "zod/mini";

import type { Decider } from "#kernel/contract/decider.ts";
import type {
  MailAccepted,
  MailFailed,
  MailRequested,
} from "#kernel/contract/events/notification.ts";

export type MailCommand =
  | Readonly<{ type: "RequestMail" } & MailRequested["data"]>
  | Readonly<{ type: "AcceptMail" } & MailAccepted["data"]>
  | Readonly<{ type: "FailMail" } & MailFailed["data"]>;

type MailEvent = MailRequested | MailAccepted | MailFailed;

export const MailState = z.object({ status: z.enum(["unknown", "pending", "accepted", "failed"]) });
export type MailState = z.infer<typeof MailState>;

/** An accepted email never fails later, whatever another attempt reports. */
export const mail: Decider<MailCommand, MailState, MailEvent, never> = {
  streamType: "mail",
  initialState: { status: "unknown" },
  parseState: (stored) => MailState.parse(stored),

  decide(command, { status }) {
    switch (command.type) {
      case "RequestMail": {
        const { type: _, ...data } = command;
        return status === "unknown" ? [{ type: "MailRequested", data }] : [];
      }
      case "AcceptMail": {
        const { type: _, ...data } = command;
        return isOpen(status) ? [{ type: "MailAccepted", data }] : [];
      }
      case "FailMail": {
        const { type: _, ...data } = command;
        return isOpen(status) ? [{ type: "MailFailed", data }] : [];
      }
    }
  },

  evolve(_state, event) {
    switch (event.type) {
      case "MailRequested":
        return { status: "pending" };
      case "MailAccepted":
        return { status: "accepted" };
      case "MailFailed":
        return { status: event.data.final ? "failed" : "pending" };
    }
  },
};

/** A failed email may be sent again. */
const isOpen = (status: MailState["status"]): boolean =>
  status === "pending" || status === "failed";
