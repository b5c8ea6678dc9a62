/** One row of a state table: in `from`, `event` leads to `to`, and `actor` may bring it about. */
export interface Transition<Status extends string, Event extends string, Actor extends string> {
  readonly from: Status;
  readonly event: Event;
  readonly to: Status;
  readonly actor: Actor;
}

/** The statuses of a record and every way from one to another. */
export interface StateTable<Status extends string, Event extends string, Actor extends string> {
  readonly transitions: readonly Transition<Status, Event, Actor>[];
  /** The status after an event, or undefined where the table has no such row. */
  readonly nextStatus: (from: Status, event: Event) => Status | undefined;
  /** Whether any of the actors may move a record from one status to another. */
  readonly canMove: (from: Status, to: Status, actors: ReadonlySet<Actor>) => boolean;
}

/** Rows of one event that leads from several statuses to the same one. */
export function transitionsFrom<
  const Status extends string,
  const Event extends string,
  const Actor extends string,
>(
  from: readonly Status[],
  event: Event,
  to: Status,
  actor: Actor,
): Transition<Status, Event, Actor>[] {
  return from.map((status) => ({ from: status, event, to, actor }));
}

/** Makes a table of its rows; throws a RangeError where an event leads from one status to two. */
export function stateTable<Status extends string, Event extends string, Actor extends string>(
  transitions: readonly Transition<Status, Event, Actor>[],
): StateTable<Status, Event, Actor> {
  const next = new Map<string, Status>();
  for (const { from, event, to } of transitions) {
    const key = `${from} ${event}`;
    if (next.has(key)) throw new RangeError(`two rows for ${key}`);
    next.set(key, to);
  }
  return {
    transitions,
    nextStatus: (from, event) => next.get(`${from} ${event}`),
    canMove: (from, to, actors) =>
      transitions.some((row) => row.from === from && row.to === to && actors.has(row.actor)),
  };
}
