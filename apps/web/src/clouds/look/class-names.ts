import type { Color } from "@swath/pointcloud/picture";

/** Names of classes (LAS 1.4-R15, table 17). */
const NAMES: Readonly<Record<number, string>> = {
  0: /* text */ "Never classified",
  1: /* text */ "Unclassified",
  2: /* text */ "Ground",
  3: /* text */ "Low vegetation",
  4: /* text */ "Medium vegetation",
  5: /* text */ "High vegetation",
  6: /* text */ "Building",
  7: /* text */ "Low noise",
  9: /* text */ "Water",
  10: /* text */ "Rail",
  11: /* text */ "Road surface",
  13: /* text */ "Wire guard",
  14: /* text */ "Wire conductor",
  15: /* text */ "Transmission tower",
  16: /* text */ "Wire connector",
  17: /* text */ "Bridge deck",
  18: /* text */ "High noise",
};

/** A class as people know it. */
export const className = (code: number): string => NAMES[code] ?? `Class ${code}`;

/** Told apart on light and on dark, and by the colour-blind as far as so many can be. */
const COLORS: Readonly<Record<number, Color>> = {
  0: [150, 155, 165],
  1: [128, 134, 143],
  2: [176, 122, 66],
  3: [140, 190, 100],
  4: [70, 160, 70],
  5: [20, 120, 70],
  6: [205, 70, 50],
  7: [220, 40, 160],
  9: [40, 120, 210],
  10: [110, 80, 140],
  11: [100, 110, 130],
  17: [200, 150, 30],
  18: [160, 60, 200],
};

export const colorOfClass = (code: number): Color => COLORS[code] ?? [0, 150, 160];
