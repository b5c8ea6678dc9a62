import type { InstructionSum } from "@swath/plan/sums";
import { plural } from "../../ui/format/count.ts";

/** What an instruction has, as in '12 lines · 34.5 km · 0.2 h · 98 % in AOI'; undefined of nothing. */
export function sumLabel(sum: InstructionSum | undefined): string | undefined {
  if (sum === undefined) return undefined;
  const { lines, crossStrips, areas, metres, hours, inside } = sum;
  if (lines + areas === 0) return undefined;
  const parts = [
    ...(lines > 0 ? [plural(lines, "line")] : []),
    ...(crossStrips > 0 ? [`${plural(crossStrips, "cross-strip")} of them`] : []),
    ...(areas > 0 ? [plural(areas, "area")] : []),
    ...(metres > 0 ? [`${decimal(metres / 1000)} km`, `${decimal(hours)} h on line`] : []),
    ...(inside === undefined ? [] : [`${Math.round(inside * 100)} % within AOI's`]),
  ];
  // Lines break between the parts.
  return parts.map((part) => part.replaceAll(" ", "\u00A0")).join(" · ");
}

const decimal = (value: number): string =>
  value.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
