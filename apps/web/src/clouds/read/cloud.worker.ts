import { serveCalls, transferred } from "@swath/worker-rpc";
import { type Corridor, pointsWithin, type SectionPoints } from "../points/section-points.ts";
import {
  type CodedNode,
  DamagedNode,
  decodeNode,
  type DecodeOptions,
  type NodePoints,
} from "../points/decode-node.ts";

/** What a node holds, or why it cannot be decoded. */
export type Decoded<Points> = { readonly points: Points } | { readonly fault: string };

/** Calls of a worker that decodes points. */
export type CloudCalls = {
  readonly decode: (input: CodedNode & DecodeOptions) => Decoded<NodePoints>;
  readonly section: (
    input: CodedNode & { readonly corridor: Corridor; readonly lowest: number },
  ) => Decoded<SectionPoints>;
};

const buffersOf = (columns: object): ArrayBuffer[] =>
  Object.values(columns).flatMap((column) =>
    ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : [],
  );

function answer<Points extends object>(decode: () => Points) {
  try {
    const points = decode();
    return transferred<Decoded<Points>>({ points }, buffersOf(points));
  } catch (error) {
    if (error instanceof DamagedNode) return { fault: error.message };
    throw error;
  }
}

serveCalls<CloudCalls>({
  decode: (input) => answer(() => decodeNode(input, input)),
  section: (input) => answer(() => pointsWithin(input, input.corridor, input.lowest)),
});
