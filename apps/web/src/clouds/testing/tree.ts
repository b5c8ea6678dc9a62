import type { TreeNode } from "@swath/pointcloud/copc";

/** A tree of a square of 128 units with a hundred points in each node, four below each. */
export function flatTree(
  levels: number,
  options: { readonly unreadBelow?: number } = {},
): TreeNode {
  const nodeOf = (level: number, x: number, y: number): TreeNode => {
    const side = 128 / 2 ** level;
    const isUnread = level === options.unreadBelow;
    const isLast = level === levels || isUnread;
    const below = isLast ? [] : [0, 1].flatMap((dx) => [0, 1].map((dy) => [dx, dy] as const));
    return {
      key: { level, x, y, z: 0 },
      min: [x * side, y * side, 0],
      max: [(x + 1) * side, (y + 1) * side, side],
      points: isUnread ? 0 : 100,
      start: 0,
      end: isUnread ? 0 : 1,
      spacing: 1 / 2 ** level,
      page: isUnread ? { at: 1, bytes: 32 } : undefined,
      children: below.map(([dx, dy]) => nodeOf(level + 1, 2 * x + dx, 2 * y + dy)),
    };
  };
  return nodeOf(0, 0, 0);
}
