import { counted } from "#web/format/counts.ts";
import { REMOVED, type TillNow } from "#web/till/till.ts";

import { stopOf } from "./use-own-till.ts";

export type Notice = Readonly<{ is: "alert" | "note"; text: string; more?: string }>;

const MINUTE_MS = 60_000;

type NoticeFacts = Readonly<{ now: TillNow; reached: boolean; device: string }>;

/** What the sheet explains, the most urgent first. `device`: "phone" or "device". */
export function noticesOf({ now, reached, device }: NoticeFacts): readonly Notice[] {
  const { phase, problem, clockOffMs, isPersistent, number } = now;
  const all: (Notice | undefined)[] = [
    phaseNotice(now, device),
    problem && PROBLEMS[problem],
    clockOffMs === undefined
      ? undefined
      : {
          is: "alert",
          text: `The clock of this ${device} is off by ${minutes(clockOffMs)}.`,
          more: "Set it in the settings of the device. Sales keep the right time.",
        },
    !reached && number !== undefined && phase === "active"
      ? { is: "note", text: `Offline. Sales are kept on this ${device} and sent later.` }
      : undefined,
    isPersistent === false && phase === "active"
      ? {
          is: "note",
          text: `The browser may delete what this ${device} keeps when storage is short. Add Tillbook to the home screen to protect unsent sales.`,
        }
      : undefined,
  ];
  return all.filter((notice) => notice !== undefined);
}

const minutes = (ms: number): string =>
  counted(Math.max(2, Math.round(Math.abs(ms) / MINUTE_MS)), "minute");

function phaseNotice(now: TillNow, device: string): Notice | undefined {
  switch (now.phase) {
    case "none":
    case "active":
      return undefined;
    case "waiting":
      return {
        is: "note",
        text: `This ${device} waits for approval. Until then you can sell online only. ${approvers(now)} can approve it in Settings, Tills.`,
      };
    case "copied":
      return {
        is: "note",
        text: "This browser is a copy of another till. It sends what it has and becomes a new till.",
      };
    case "revoked":
      return {
        is: "alert",
        text: REMOVED,
        more: `It sends what it has, then deletes its data from this ${device}. You can sell online.`,
      };
    case "expired":
      return {
        is: "alert",
        text: stopOf(now) ?? "",
        more: "Unsent sales are kept. You can save them as a file.",
      };
  }
}

/** "Ama Serwaa, Kofi Mensah", or the roles while the names are not known. */
function approvers({ data }: TillNow): string {
  const names = (data?.people ?? [])
    .filter(({ role, gone }) => !gone && (role === "owner" || role === "manager"))
    .map(({ name }) => name);
  return names.length === 0 ? "An owner or manager" : names.join(" or ");
}

const PROBLEMS: Record<NonNullable<TillNow["problem"]>, Notice> = {
  suspended: {
    is: "alert",
    text: "This business is suspended.",
    more: "Sales are kept here and sent when it is active again. You can save them as a file.",
  },
  deleted: {
    is: "alert",
    text: "This business was deleted.",
    more: "Nothing more is recorded. Save the unsent sales as a file.",
  },
  "newer-entry": {
    is: "note",
    text: "The server is being updated. Sales wait here and are sent afterwards.",
  },
  refused: {
    is: "alert",
    text: "The server does not accept what this till sends.",
    more: "Sales are kept here. Contact support if this lasts.",
  },
};
