/** Its foot, its top, its tip and the lower end of its cloth, px. */
const FLAG = [
  [0, 0],
  [0, -18],
  [12, -13],
  [0, -8],
] as const;
/** Seen on light and on dark grounds alike. */
const EDGE = "#12203a";
const OPEN = "#ff5a3c";
const SETTLED = "#4bbf73";
/** By how much a pointer may miss it, px. */
const REACH = 5;

/** A flag whose foot stands at a place: red where something is open, green where it is settled. */
export function paintFlag(
  context: CanvasRenderingContext2D,
  closed: boolean,
  [x, y]: readonly [number, number],
): void {
  context.beginPath();
  for (const [dx, dy] of FLAG) context.lineTo(x + dx, y + dy);
  context.strokeStyle = EDGE;
  context.lineWidth = 3;
  context.stroke();
  context.fillStyle = closed ? SETTLED : OPEN;
  context.fill();
}

/** Whether a pixel beside a flag's foot, to the right and downwards, is on the flag. */
export const isOnFlag = (dx: number, dy: number): boolean =>
  dx >= -REACH && dx <= 12 + REACH && dy >= -18 - REACH && dy <= REACH;
