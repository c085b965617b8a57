import type { ReactNode } from "react";

import { useTrace } from "#web/state/use-trace.ts";
import type { Traced as Ask } from "#web/state/use-trace.ts";
import { FigureButton } from "#web/ui/button/figure-button.tsx";

type TracedProps = {
  /** What the figure is of, as its events are headed. */
  name: string;
  ask: Ask;
  children: ReactNode;
};

/** A figure of a table that opens its events, for who may see them. */
export function Traced({ name, ask, children }: TracedProps) {
  const press = useTrace()(name, ask);
  return press === undefined ? children : <FigureButton {...press}>{children}</FigureButton>;
}
