/**
 * The colours of instructions. Each has a contrast of 3 or more to the light and to the dark ground
 * (WCAG 2.2, 1.4.11), so that a colour means the same in both looks.
 */
export const PALETTE: readonly string[] = [
  "#0054fc",
  "#c07800",
  "#009c24",
  "#e418fc",
  "#a84848",
  "#7878fc",
  "#6c6c0c",
  "#fc0c9c",
  "#9018fc",
  "#a83c9c",
];

/** What no instruction has. */
export const UNASSIGNED_COLOUR = "#748091";
export const FLOWN_COLOUR = "#7a8794";
export const MISSED_COLOUR = "#f01020";

/** Grounds where no base map is: what colours are seen on. */
export const GROUNDS = { light: "#eef0f3", dark: "#121a28" } as const;

/** Land and its coast on those grounds. */
export const LAND = { light: "#dde1e7", dark: "#1c2637" } as const;
export const COAST = { light: "#9aa5b5", dark: "#4a5a75" } as const;

/** The colour of an instruction: the palette begins anew after ten. */
export function paletteColour(index: number): string {
  return PALETTE[index % PALETTE.length] ?? UNASSIGNED_COLOUR;
}
