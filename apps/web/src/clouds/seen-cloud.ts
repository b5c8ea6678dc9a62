import { type Choice, chooseNodes, type NodeView } from "./choose/choose-nodes.ts";
import { type Census, CensusTaker } from "./look/census.ts";
import type { Cloud } from "./read/cloud.ts";
import { type Differences, StripComparer } from "./look/strip-differences.ts";
import { type LoadedNode, ShownNodes } from "./read/shown-nodes.ts";

/** What is seen of a cloud now. */
export interface Seen {
  /** Coarse before fine. */
  readonly nodes: readonly LoadedNode[];
  /** Whether there would be more to see than may be drawn. */
  readonly isCut: boolean;
  /** Whether more is on its way. */
  readonly isBusy: boolean;
  readonly census: Census;
  /** Of flight lines, where these are asked for; of what was there when all had come in. */
  readonly differences: Differences | undefined;
  /** Why something of it could not be read; the last reason. */
  readonly fault: Error | undefined;
}

const NOTHING: Choice = { chosen: [], unread: [], points: 0, isCut: false };

/** Runs a task later, once however often it is asked for in between. */
function onceAFrame(task: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      task();
    });
  };
}

/** A cloud as somebody looks at it: chooses nodes, has them read, and tells when more of them are there. */
export class SeenCloud {
  readonly #cloud: Cloud;
  readonly #nodes: ShownNodes;
  readonly #taker = new CensusTaker();
  readonly #comparer: StripComparer;
  readonly #listeners = new Set<() => void>();
  #view: NodeView | undefined;
  #budget = 0;
  #isComparing = false;
  #fault: Error | undefined;
  #seen: Seen;

  constructor(cloud: Cloud, withTimes: boolean) {
    this.#cloud = cloud;
    this.#comparer = new StripComparer(cloud);
    this.#nodes = new ShownNodes(cloud, {
      withTimes,
      onChange: onceAFrame(() => this.#update()),
      onFault: (error) => {
        this.#fault = error instanceof Error ? error : new Error(String(error));
      },
    });
    const census = this.#taker.take([]);
    this.#seen = {
      nodes: [],
      isCut: false,
      isBusy: false,
      census,
      differences: undefined,
      fault: undefined,
    };
  }

  /** Turns to another view. */
  look(view: NodeView | undefined, budget: number, isComparing: boolean): void {
    this.#view = view;
    this.#budget = budget;
    this.#isComparing = isComparing;
    this.#update();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly seen = (): Seen => this.#seen;

  /** Asks again for what could not be read. */
  readonly retry = (): void => {
    this.#fault = undefined;
    this.#nodes.retry();
  };

  #update(): void {
    const trees = this.#cloud.files.map(({ tree }) => tree);
    const choice =
      this.#view === undefined ? NOTHING : chooseNodes(trees, this.#view, this.#budget);
    this.#nodes.want(choice.chosen, choice.unread);
    this.#seen = this.#now(choice);
    for (const listener of this.#listeners) listener();
  }

  #now({ chosen, isCut }: Choice): Seen {
    const nodes = this.#nodes.loadedOf(chosen);
    const fault = this.#fault;
    const isBusy = nodes.length < chosen.length && fault === undefined;
    const census = this.#taker.take(nodes);
    return { nodes, isCut, isBusy, census, differences: this.#compare(nodes, isBusy), fault };
  }

  /** While more comes in, what was known before: colours that change with each node are hard to read. */
  #compare(nodes: readonly LoadedNode[], isBusy: boolean): Differences | undefined {
    if (!this.#isComparing) return undefined;
    const last = this.#seen;
    const isSame =
      nodes.length === last.nodes.length &&
      nodes.every(({ points }, at) => points === last.nodes[at]!.points);
    if (isBusy || (isSame && last.differences !== undefined)) return last.differences;
    return this.#comparer.compare(nodes);
  }
}
