import { Component } from "react";
import type { ReactNode } from "react";

import { texts } from "#kernel/contract/texts.ts";
import { ErrorState } from "#web/ui/feedback/state.tsx";

type ErrorBoundaryProps = {
  /** A change of the key clears the error. */
  resetKey: string;
  children: ReactNode;
};
type ErrorBoundaryState = { failed: boolean; resetKey: string };

/** Shows an error instead of a white page. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    // React remembers a failed lazy import, so only a reload can load it again.
    const problem = {
      title: "This page did not load",
      detail: "Check the connection, then try again.",
      retry: () => window.location.reload(),
    };
    return <ErrorState problem={problem} action={texts.tryAgain} />;
  }
}
