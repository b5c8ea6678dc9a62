import type { TreeNode } from "@swath/pointcloud/copc";
import type { FileNode } from "../choose/choose-nodes.ts";
import type { Cloud } from "./cloud.ts";
import type { NodePoints } from "../points/decode-node.ts";

/** A node with its points. */
export interface LoadedNode extends FileNode {
  readonly points: NodePoints;
}

type Source = Pick<Cloud, "points" | "unfold">;

/** Nodes that are read together: few, so that what somebody turns to next does not wait for long. */
const TOGETHER = 8;
const MOST_READING = 4;
/** Points of nodes that are no longer in sight, kept for somebody who turns back. */
const MOST_KEPT = 4_000_000;

/**
 * The nodes that somebody looks at, read in the order in which they are wanted. Rules:
 *
 * clouds/N1 what is wanted first is read first, some nodes of a file at a time;
 * clouds/N2 what is no longer wanted and was not begun is not read;
 * clouds/N3 what was read is kept until there is too much, the longest unwanted goes first;
 * clouds/N4 a node that could not be read is not asked for again until somebody says so.
 */
export class ShownNodes {
  readonly #cloud: Source;
  readonly #withTimes: boolean;
  readonly #onChange: () => void;
  readonly #onFault: (fault: unknown) => void;
  readonly #loaded = new Map<TreeNode, LoadedNode>();
  readonly #busy = new Set<TreeNode>();
  readonly #failed = new Set<TreeNode>();
  #wanted: readonly FileNode[] = [];
  #reading = 0;

  constructor(
    cloud: Source,
    options: {
      readonly withTimes: boolean;
      readonly onChange: () => void;
      readonly onFault: (fault: unknown) => void;
    },
  ) {
    this.#cloud = cloud;
    this.#withTimes = options.withTimes;
    this.#onChange = options.onChange;
    this.#onFault = options.onFault;
  }

  /** Sets what is wanted, the most wanted first, and the pages that say what else there is. */
  want(chosen: readonly FileNode[], unread: readonly FileNode[] = []): void {
    this.#wanted = chosen;
    for (const each of unread)
      if (!this.#busy.has(each.node) && !this.#failed.has(each.node))
        void this.#while([each], () => this.#cloud.unfold(each));
    this.#pump();
  }

  /** Whether something that is wanted is still to come. */
  get isBusy(): boolean {
    return this.#busy.size > 0;
  }

  /** Those of some nodes that were read. */
  loadedOf(nodes: readonly FileNode[]): readonly LoadedNode[] {
    return nodes.flatMap(({ node }) => this.#loaded.get(node) ?? []);
  }

  /** Asks again for what failed. */
  retry(): void {
    this.#failed.clear();
    this.#onChange();
  }

  #pump(): void {
    while (this.#reading < MOST_READING) {
      const waiting = this.#wanted.filter(
        ({ node }) => !this.#loaded.has(node) && !this.#busy.has(node) && !this.#failed.has(node),
      );
      const [first] = waiting;
      if (first === undefined) return;
      const together = waiting.filter(({ file }) => file === first.file).slice(0, TOGETHER);
      this.#reading += 1;
      void this.#while(together, () =>
        this.#cloud.points(together, this.#withTimes, (each, points) => {
          this.#loaded.set(each.node, { ...each, points });
          this.#busy.delete(each.node);
          this.#onChange();
        }),
      ).finally(() => {
        this.#reading -= 1;
        this.#forget();
        this.#pump();
      });
    }
  }

  async #while(nodes: readonly FileNode[], work: () => Promise<void>): Promise<void> {
    for (const { node } of nodes) this.#busy.add(node);
    try {
      await work();
    } catch (error) {
      for (const { node } of nodes) if (!this.#loaded.has(node)) this.#failed.add(node);
      this.#onFault(error);
    }
    for (const { node } of nodes) this.#busy.delete(node);
    this.#onChange();
  }

  /** Frees what nobody looks at, where that is much. */
  #forget(): void {
    const wanted = new Set(this.#wanted.map(({ node }) => node));
    const unwanted = [...this.#loaded.values()].filter(({ node }) => !wanted.has(node));
    let points = unwanted.reduce((sum, each) => sum + each.points.count, 0);
    for (const { node, points: of } of unwanted) {
      if (points <= MOST_KEPT) return;
      this.#loaded.delete(node);
      points -= of.count;
    }
  }
}
