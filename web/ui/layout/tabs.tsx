import { useEffect, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";

import * as styles from "./tabs.css.ts";

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Readonly<{ value: Value; label: string }>[];
  value: Value;
  onChange: (value: Value) => void;
  /** The content of the chosen tab. */
  children: ReactNode;
};

// Arrow keys only move the focus, because choosing a tab may load code. Enter, Space and a press
// choose.
const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.findIndex((tab) => tab === document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  all[step(at, all.length)]?.focus();
}

export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // A link may choose a tab that is scrolled out of view on a phone.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${value}"]`);
    if (!list.current || !chosen) return;
    const { offsetLeft, offsetWidth } = chosen;
    list.current.scrollLeft = offsetLeft + offsetWidth / 2 - list.current.clientWidth / 2;
  }, [value]);
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        className={styles.list}
        onKeyDown={moveFocus}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        className={styles.panel}
      >
        {children}
      </div>
    </div>
  );
}
