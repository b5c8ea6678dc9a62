import { localSecond } from "../../ui/format/time.ts";

/** How old the sizes of folders are, or why there are none. */
export function freshness(inventoryTime: string | null): string {
  return inventoryTime === null
    ? "Sizes of folders follow when the inventory of this bucket is complete."
    : `Sizes of folders as of ${localSecond(inventoryTime)}`;
}
