import { useMemo, useState } from "react";
import type { Size } from "../choose/map-view.ts";
import { type Corridor, lengthOf } from "../points/section-points.ts";
import { type HeightRange, joinedRange, type ProfileView, wholeView } from "./profile-view.ts";

/** What is seen of the sections along a line: the same of each, however many there are. */
export interface SharedView {
  readonly viewOf: (size: Size) => ProfileView;
  readonly setView: (view: ProfileView) => void;
  /** All of the sections again. */
  readonly reset: () => void;
}

/**
 * The view of sections between whose heights all is seen, until somebody moves it; another line, or another
 * height, begins anew.
 */
export function useSharedView(
  { from, to }: Corridor,
  higher: number | undefined,
  ranges: readonly (HeightRange | undefined)[],
): SharedView {
  const of = `${from.join()} ${to.join()} ${higher ?? ""}`;
  const [chosen, setChosen] = useState<{ readonly of: string; readonly view: ProfileView }>();
  const view = chosen?.of === of ? chosen.view : undefined;
  const length = lengthOf({ from, to, width: 0 });
  const [least, most] = joinedRange(ranges) ?? [];
  return useMemo(
    () => ({
      viewOf: (size) => {
        const range =
          least === undefined || most === undefined ? undefined : ([least, most] as const);
        return view ?? wholeView(range, { length, size, higher });
      },
      setView: (next) => setChosen({ of, view: next }),
      reset: () => setChosen(undefined),
    }),
    [of, view, length, higher, least, most],
  );
}
