import type { RecordedEvent, TillbookEvent } from "#kernel/contract/events/catalogue.ts";

/** `evolve` is a method, so that the deciders of all streams fit. */
interface Fold<State> {
  readonly initialState: State;
  evolve(state: State, event: TillbookEvent): State;
}

/** The state of a stream after these events of it. */
export const fold = <State>(decider: Fold<State>, events: readonly RecordedEvent[]): State =>
  events.reduce<State>((state, event) => decider.evolve(state, event), decider.initialState);
