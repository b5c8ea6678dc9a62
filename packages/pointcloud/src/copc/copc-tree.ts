import type { CopcInfo, HierarchyEntry, NodeKey, PagePlace } from "./copc-records.ts";
import type { CopcNode } from "./read-copc.ts";
import { boundsOf, CopcFault, type ReadRange, readPage } from "./read-page.ts";

/** A node with those below it, as far as their pages were read. */
export interface TreeNode extends CopcNode {
  readonly children: readonly TreeNode[];
  /** Distance between its points, in the units of the file: half of that of the node above. */
  readonly spacing: number;
  /** Where this node and those below are told of, while that was not read: it has no points until then. */
  readonly page: PagePlace | undefined;
}

type Growing = { -readonly [Key in keyof TreeNode]: TreeNode[Key] } & { children: Growing[] };

const MOST_NODES = 2_000_000;
/** More than any program writes; as columns some 100 MB. */
const MOST_POINTS = 4_194_304;
/** Cells of a node's side, where a file does not say its spacing. */
const CELLS = 128;

const nameOf = ({ level, x, y, z }: NodeKey): string => `${level}-${x}-${y}-${z}`;

/**
 * The octree of a COPC file, read page by page as somebody goes down: `open` reads the root's page, `unfold`
 * the one that a node waits for. What a damaged or hostile hierarchy says is a {@link CopcFault}: pages that
 * lead to each other, nodes twice, without the node above, or past the end of the file, more points than
 * the file has.
 */
export class CopcTree {
  readonly root: TreeNode;
  readonly #read: ReadRange;
  readonly #size: number;
  readonly #info: CopcInfo;
  readonly #nodes = new Map<string, Growing>();
  readonly #pages = new Set<number>();
  #pointsLeft: number;

  static async open(
    read: ReadRange,
    size: number,
    info: CopcInfo,
    points: number,
  ): Promise<CopcTree> {
    const tree = new CopcTree(read, size, info, points);
    await tree.unfold(tree.root);
    return tree;
  }

  private constructor(read: ReadRange, size: number, info: CopcInfo, points: number) {
    this.#read = read;
    this.#size = size;
    this.#info = info;
    this.#pointsLeft = points;
    this.root = this.#placed({ level: 0, x: 0, y: 0, z: 0 }, info.rootPage);
  }

  /** Reads the page that a node waits for; nothing where it waits for none. */
  async unfold(node: TreeNode): Promise<void> {
    const { page } = node;
    if (page === undefined) return;
    if (this.#pages.has(page.at))
      throw new CopcFault("has a hierarchy whose pages lead to each other");
    const entries = await readPage(this.#read, this.#size, page);
    // Not before: what could not be read may be asked for again.
    this.#pages.add(page.at);
    (node as Growing).page = undefined;
    // Parents first, in whatever order the page has them.
    for (const entry of entries.toSorted((a, b) => a.key.level - b.key.level)) this.#add(entry);
  }

  #add({ key, at, bytes, points }: HierarchyEntry): void {
    const known = this.#nodes.get(nameOf(key));
    if (points === undefined) {
      if (known !== undefined) throw new CopcFault("has a hierarchy with a node twice");
      this.#placed(key, { at, bytes });
      return;
    }
    if (known !== undefined && (known.page !== undefined || known.end > 0))
      throw new CopcFault("has a hierarchy with a node twice");
    if (points > MOST_POINTS)
      throw new CopcFault(`has a node of ${points} points, too many to show`);
    this.#pointsLeft -= points;
    if (this.#pointsLeft < 0) throw new CopcFault("has a hierarchy of more points than the file");
    const node = known ?? this.#placed(key, undefined);
    if (points > 0) Object.assign(node, { points, start: at, end: at + bytes });
  }

  #placed(key: NodeKey, page: PagePlace | undefined): Growing {
    if (this.#nodes.size >= MOST_NODES) throw new CopcFault("has a hierarchy of too many nodes");
    const { level, x, y, z } = key;
    const { spacing, half } = this.#info;
    const first = spacing > 0 && spacing < half ? spacing : (2 * half) / CELLS;
    const bounds = boundsOf(this.#info, key);
    const node: Growing = {
      key,
      ...bounds,
      points: 0,
      start: 0,
      end: 0,
      children: [],
      spacing: first / 2 ** level,
      page,
    };
    if (level > 0) {
      const above = { level: level - 1, x: x >> 1, y: y >> 1, z: z >> 1 };
      const parent = this.#nodes.get(nameOf(above));
      if (parent === undefined)
        throw new CopcFault("has a hierarchy of nodes without the one above");
      parent.children.push(node);
    }
    this.#nodes.set(nameOf(key), node);
    return node;
  }
}
