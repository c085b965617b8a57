import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode, useCallback, useSyncExternalStore } from "react";
import { useLocation } from "wouter";

import { useAsOfMs } from "#web/api/kept-query.ts";
import { keys } from "#web/api/keys.ts";
import { bannerQuery } from "#web/api/public-settings.ts";
import { counted } from "#web/format/counts.ts";
import { receivedTime } from "#web/format/times.ts";
import { links } from "#web/links.ts";
import { useNow } from "#web/state/past.ts";
import { useStore } from "#web/state/store.ts";
import { worker } from "#web/state/worker.ts";
import { useUnsentSales } from "#web/sync/use-sale-outbox.ts";
import { useTillSent } from "#web/sync/use-till-sent.ts";
import { till } from "#web/till/till.ts";
import { Button, IconButton } from "#web/ui/button/button.tsx";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";
import { useModalParam } from "#web/ui/overlay/use-modal-param.ts";

import * as styles from "./shell-strip.css.ts";
import type { Line } from "./use-line.ts";

/** Queries of the frame. They do not count towards the age of the page's data. */
const FRAME = new Set<unknown>([
  keys.notifications.all[0],
  keys.issues.all[0],
  keys.publicSettings.all[0],
  keys.keptAll[0],
]);

/**
 * "11:42", the time at which the oldest data on the page was fetched. Undefined on a page without
 * data.
 */
function useFiguresFrom(): string | undefined {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  const oldest = useSyncExternalStore(subscribe, () => {
    const shown = cache
      .findAll({ type: "active" })
      .filter(({ queryKey, state }) => !FRAME.has(queryKey[0]) && state.data !== undefined)
      .map(({ state }) => state.dataUpdatedAt);
    return shown.length === 0 ? undefined : Math.min(...shown);
  });
  const earlier = useAsOfMs();
  const now = useNow();
  const fromMs = oldest === undefined ? earlier : Math.min(oldest, earlier ?? oldest);
  return fromMs === undefined ? undefined : receivedTime(fromMs, now);
}

const ApprovalDialog = lazy(async () => ({
  default: (await import("#web/features/approvals/approval-dialog.tsx")).ApprovalDialog,
}));

/** Over any page, because a cashier may be waiting for the answer. */
function Approval() {
  const { value: id, close } = useModalParam("approval");
  if (id === undefined) return undefined;
  return (
    <Suspense>
      <ApprovalDialog id={id} onClose={close} />
    </Suspense>
  );
}

/** What the frame shows after the first screen. A page also follows what the till sends late. */
export function ShellStrip({ line }: { line: Line }) {
  useTillSent(useStore(till).sent);
  return (
    <>
      <Message line={line} />
      <Approval />
    </>
  );
}

/**
 * Shows the most urgent message at the bottom of the page. The sell screen has none: it shows the
 * connection itself, and its Charge button must not be covered.
 */
function Message({ line }: { line: Line }) {
  const [path] = useLocation();
  const update = useUpdate();
  const banner = useBanner();
  if (path === links.sell()) return undefined;
  if (line !== "up") return <LineStrip line={line} />;
  if (update !== undefined) {
    return (
      <Strip icon="refresh" tone="info" title="Update ready" text="A new version is here.">
        <Button tone="ghost" onClick={update.later}>
          Later
        </Button>
        <Button tone="primary" onClick={update.now}>
          Update now
        </Button>
      </Strip>
    );
  }
  if (banner === undefined) return undefined;
  return (
    <Strip icon="info" tone="info" text={banner.text}>
      <IconButton icon="close" label="Dismiss" onClick={banner.dismiss} />
    </Strip>
  );
}

function LineStrip({ line }: { line: Exclude<Line, "up"> }) {
  const from = useFiguresFrom();
  const { waiting } = useUnsentSales();
  const count = waiting.length + useStore(till).toSend;
  const figures = from === undefined ? "" : `Figures from ${from}. `;
  const toSend =
    count === 0 ? "Changes can't be saved right now." : `${counted(count, "sale")} to send.`;
  const title = line === "offline" ? "You're offline." : "Can't reach the server.";
  return <Strip icon="offline" tone="warn" title={title} text={figures + toSend} />;
}

type StripProps = {
  icon: IconName;
  tone: "warn" | "info";
  title?: string;
  text: string;
  children?: ReactNode;
};

function Strip({ icon, tone, title, text, children }: StripProps) {
  return (
    <div className={styles.strip({ tone })}>
      <Icon name={icon} />
      <output className={styles.words}>
        {title !== undefined && <b>{title}</b>}
        <span>{text}</span>
      </output>
      {children !== undefined && <span className={styles.tools}>{children}</span>}
    </div>
  );
}

/** The banner of the platform, until it is dismissed. A changed text appears again. */
function useBanner() {
  const { data: text } = useQuery(bannerQuery());
  const [putAway, setPutAway] = useState<string>();
  if (typeof text !== "string" || text === putAway) return undefined;
  return { text, dismiss: () => setPutAway(text) };
}

/** A newer version of the app that is ready. It is activated only when the person asks for it. */
function useUpdate() {
  const waiting = useStore(worker);
  return waiting ? { now: worker.takeOver, later: worker.putOff } : undefined;
}
