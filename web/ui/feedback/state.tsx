import { useEffect, useRef, type ReactNode } from "react";

import { Button } from "#web/ui/button/button.tsx";
import { Icon, type IconName } from "#web/ui/icon/icon.tsx";

import * as styles from "./state.css.ts";

type EmptyStateProps = { icon: IconName; title: string; hint: string; action?: ReactNode };

/** An empty state: why it is empty, what to do, one button. */
export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={styles.rule}>
      <div className={styles.state}>
        <Icon name={icon} size="large" />
        <h2>{title}</h2>
        <p>{hint}</p>
        {action}
      </div>
    </div>
  );
}

type ErrorStateProps = {
  problem: { title: string; detail: string; more?: string; retry: () => void };
  /** "Try Again" or "Retry", depending on the screen. */
  action: string;
};

export function ErrorState({ problem, action }: ErrorStateProps) {
  return (
    <div className={styles.rule}>
      <div className={`${styles.state} ${styles.failed}`} role="alert">
        <Icon name="alert" size="large" />
        <h2>{problem.title}</h2>
        <p>{problem.detail}</p>
        {problem.more !== undefined && <p>{problem.more}</p>}
        <Button icon="refresh" onClick={problem.retry}>
          {action}
        </Button>
      </div>
    </div>
  );
}

/** An error beside its cause, shown until it is resolved. */
export function InlineAlert({
  children,
  more,
}: {
  children: ReactNode;
  more?: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  // In a dialog that scrolls, it may be below the visible part.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={box} className={styles.alert} role="alert">
      <Icon name="alert" />
      <div>
        <p>{children}</p>
        {more !== undefined && <p className={styles.alertMore}>{more}</p>}
      </div>
    </div>
  );
}

/** A note to read before going on. It does not report an error. */
export function InlineNote({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <output className={styles.note}>
      <Icon name={icon} />
      <span>{children}</span>
    </output>
  );
}

/** A success message in place of the form. */
export function InlineDone({ children }: { children: ReactNode }) {
  const box = useRef<HTMLOutputElement>(null);
  // The focused button was removed with the form.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  return (
    <output ref={box} tabIndex={-1} className={styles.done}>
      <Icon name="check" />
      <span>{children}</span>
    </output>
  );
}

type MessageProps = { title: string; text: string; action: ReactNode };

/** A page that consists of one message. */
export function Message({ title, text, action }: MessageProps) {
  return (
    <div className={styles.state}>
      <h1>{title}</h1>
      <p>{text}</p>
      {action}
    </div>
  );
}
