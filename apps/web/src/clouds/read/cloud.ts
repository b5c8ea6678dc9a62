import type { TreeNode } from "@swath/pointcloud/copc";
import type { Api } from "../../platform/api/api.ts";
import type { FileNode } from "../choose/choose-nodes.ts";
import type { Corridor, SectionPoints } from "../points/section-points.ts";
import { CloudAddresses, type CloudPlace, type ReadCount } from "./cloud-addresses.ts";
import type { NodePoints } from "../points/decode-node.ts";
import { Decoders } from "./decoders.ts";
import { joinSpans } from "./join-spans.ts";
import { type CloudFile, inWords, openFile } from "./open-file.ts";
import { type FetchRange, rangeSource } from "./range-source.ts";

/** A file of a cloud with what reads its nodes. */
interface OpenFile {
  readonly file: CloudFile;
  readonly fetch: FetchRange;
}

/** Files of points that are shown together. */
export class Cloud {
  readonly files: readonly CloudFile[];
  readonly #open: readonly OpenFile[];
  readonly #addresses: CloudAddresses;
  readonly #decoders: Decoders;
  readonly #signal: AbortSignal;
  readonly #unfolding = new Map<TreeNode, Promise<void>>();

  private constructor(
    open: readonly OpenFile[],
    addresses: CloudAddresses,
    decoders: Decoders,
    signal: AbortSignal,
  ) {
    this.#open = open;
    this.files = open.map(({ file }) => file);
    this.#addresses = addresses;
    this.#decoders = decoders;
    this.#signal = signal;
  }

  /**
   * Opens files by header and root page; throws a CloudFault with what is wrong with one of them, or an
   * ApiError. Aborting ends its workers and whatever is being read.
   */
  static async open(
    api: Api,
    place: CloudPlace,
    names: readonly string[],
    signal: AbortSignal,
  ): Promise<Cloud> {
    const addresses = new CloudAddresses(api, place);
    const sizes = await addresses.sizes();
    const open = await Promise.all(
      sizes.map(async (size, at): Promise<OpenFile> => {
        const fetch = addresses.reader(at);
        return { file: await openFile(rangeSource(size, fetch, signal), names[at] ?? ""), fetch };
      }),
    );
    const decoders = new Decoders();
    signal.addEventListener("abort", () => decoders.close());
    return new Cloud(open, addresses, decoders, signal);
  }

  get read(): ReadCount {
    return this.#addresses.read;
  }

  /** Reads the page that a node waits for; once, however often it is asked. */
  unfold({ file, node }: FileNode): Promise<void> {
    const { tree, name } = this.#open[file]!.file;
    const known = this.#unfolding.get(node);
    if (known !== undefined) return known;
    const reading = inWords(name, () => tree.unfold(node)).finally(() =>
      this.#unfolding.delete(node),
    );
    this.#unfolding.set(node, reading);
    return reading;
  }

  /**
   * Points of nodes of one file, from the least corner of each, as soon as each of them is decoded; the
   * promise is kept when all are.
   */
  async points(
    nodes: readonly FileNode[],
    withTimes: boolean,
    take: (node: FileNode, points: NodePoints) => void,
  ): Promise<void> {
    await this.#chunks(nodes, async (each, chunk) => {
      const { coding } = this.#open[each.file]!.file;
      const { points, min: origin } = each.node;
      take(each, await this.#decoders.decode({ coding, chunk, points, origin, withTimes }));
    });
  }

  /** The points of nodes that lie in a corridor, as soon as each of them is decoded. */
  async section(
    nodes: readonly FileNode[],
    corridor: Corridor,
    take: (node: FileNode, points: SectionPoints) => void,
  ): Promise<void> {
    const byFile = Map.groupBy(nodes, ({ file }) => file);
    await Promise.all(
      Array.from(byFile.values(), (of) =>
        this.#chunks(of, async (each, chunk) => {
          const { coding } = this.#open[each.file]!.file;
          const { points, min } = each.node;
          const input = { coding, chunk, points, corridor, lowest: Math.floor(min[2]) };
          take(each, await this.#decoders.section(input));
        }),
      ),
    );
  }

  async #chunks(
    nodes: readonly FileNode[],
    use: (node: FileNode, chunk: Uint8Array<ArrayBuffer>) => Promise<void>,
  ): Promise<void> {
    const spans = nodes.map(({ node: { start, end } }) => ({ start, end }));
    const reading = joinSpans(spans).map(async ({ start, end, of }) => {
      const fetch = this.#open[nodes[of[0]!]!.file]!.fetch;
      const bytes = await fetch({ start, end }, this.#signal);
      await Promise.all(
        of.map((at) => {
          const span = spans[at]!;
          // A copy: it goes to a worker.
          return use(nodes[at]!, bytes.slice(span.start - start, span.end - start));
        }),
      );
    });
    await Promise.all(reading);
  }
}
