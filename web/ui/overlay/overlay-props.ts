import type { ReactNode, RefObject } from "react";

export type DialogProps = {
  open: boolean;
  title: string;
  scale?: "form" | "full";
  /** Beside the title. */
  tools?: ReactNode;
  /** Where nothing moves but what is pressed. */
  still?: boolean;
  /** Asked by the close button, Escape and a press outside. */
  onClose: () => void;
  children: ReactNode;
};

export type SlideOverProps = {
  open: boolean;
  label: string;
  closeLabel: string;
  /** Deep green on the platform's side. */
  ground?: "page" | "deep";
  onClose: () => void;
  children: ReactNode;
};

export type DropPanelProps = {
  open: boolean;
  title: string;
  /** Stands beside the title. */
  tools?: ReactNode;
  foot?: ReactNode;
  /** What opened it: a press on it is no press outside, and it has the focus afterwards. */
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
  /** What must be said with the yes. */
  children?: ReactNode;
  /** It is done, and the row whose button had the focus goes: the page takes the focus. */
  done?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};
