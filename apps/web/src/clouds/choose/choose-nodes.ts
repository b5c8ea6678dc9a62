import type { TreeNode } from "@swath/pointcloud/copc";

/** A node of one of the files of a cloud. */
export interface FileNode {
  /** Place of its file in the cloud. */
  readonly file: number;
  readonly node: TreeNode;
}

/** What somebody looks at. */
export interface NodeView {
  /** Distance between the points of a node as it is seen, px; 0 where nothing of it is in sight. */
  readonly pixels: (node: TreeNode) => number;
}

/** What is drawn of a cloud. */
export interface Choice {
  /** Coarse before fine. */
  readonly chosen: readonly FileNode[];
  /** Nodes in sight that are told of on pages that were not read. */
  readonly unread: readonly FileNode[];
  readonly points: number;
  /** Whether there would have been more to see than the budget allows. */
  readonly isCut: boolean;
}

/** Points that lie nearer to each other are as good as one. */
const FINEST_PX = 1.5;

interface Waiting extends FileNode {
  readonly pixels: number;
}

/**
 * The nodes that are drawn: those in sight whose parent's points are seen apart, the coarsest on the screen
 * first, until the budget of points is spent. Node by node it is the same whatever came before.
 */
export function chooseNodes(
  files: readonly { readonly root: TreeNode }[],
  view: NodeView,
  budget: number,
): Choice {
  const queue = new Heap();
  const offer = (file: number, node: TreeNode): void => {
    const pixels = view.pixels(node);
    if (pixels > 0) queue.push({ file, node, pixels });
  };
  for (const [file, { root }] of files.entries()) offer(file, root);
  const chosen: FileNode[] = [];
  const unread: FileNode[] = [];
  let points = 0;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { file, node, pixels } = next;
    if (node.page !== undefined) {
      unread.push({ file, node });
      continue;
    }
    if (points + node.points > budget && chosen.length > 0)
      return { chosen, unread, points, isCut: true };
    if (node.points > 0) chosen.push({ file, node });
    points += node.points;
    if (pixels > FINEST_PX) for (const child of node.children) offer(file, child);
  }
  return { chosen, unread, points, isCut: false };
}

/** A binary heap, the most pixels on top. */
class Heap {
  readonly #items: Waiting[] = [];

  push(item: Waiting): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    for (let above = (at - 1) >> 1; at > 0; above = (at - 1) >> 1) {
      if (items[above]!.pixels >= item.pixels) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  pop(): Waiting | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (let below = 1; below < items.length; below = 2 * at + 1) {
      if (below + 1 < items.length && items[below + 1]!.pixels > items[below]!.pixels) below += 1;
      if (items[below]!.pixels <= last.pixels) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return top;
  }
}
