import type { ReactNode, RefObject } from "react";

export type DialogProps = {
  open: boolean;
  title: string;
  scale?: "form" | "full";
  /** Shown beside the title. */
  tools?: ReactNode;
  /** For the till: opens without animation and does not return the focus. */
  still?: boolean;
  /** Called by the close button, Escape and a press outside. */
  onClose: () => void;
  children: ReactNode;
};

export type SlideOverProps = {
  open: boolean;
  label: string;
  closeLabel: string;
  /** Dark green on the platform's side. */
  ground?: "page" | "deep";
  onClose: () => void;
  children: ReactNode;
};

export type DropPanelProps = {
  open: boolean;
  title: string;
  /** Shown beside the title. */
  tools?: ReactNode;
  foot?: ReactNode;
  /** The opener: pressing it does not count as outside, and it gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
};

export type ConfirmProps = {
  open: boolean;
  title: string;
  question: string;
  action: string;
  cancel?: string;
  busy?: boolean;
  error?: string | undefined;
  /** Further input for the confirmation. */
  children?: ReactNode;
  /** The action is done and the focused row disappears, so the page gets the focus. */
  done?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};
