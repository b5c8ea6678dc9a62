import type { ObjectStore } from "../object-store/object-store.ts";
import { inSpan, isTraced } from "../tracing/tracing.ts";
import type { Metrics } from "./metrics.ts";

/** The calls that reach the store over a network, or its disk. */
const MEASURED: ReadonlySet<PropertyKey> = new Set<keyof ObjectStore>([
  "ensureBuckets",
  "hasBucket",
  "head",
  "list",
  "listFolder",
  "read",
  "readThrough",
  "write",
  "join",
  "copy",
  "moveToClass",
  "restore",
  "remove",
  "freeBytes",
  "ping",
]);

type Call = (...words: unknown[]) => Promise<unknown>;

/** The same store, whose calls are counted with their time and outcome, and are spans of what is traced. */
export function measureStore<S extends ObjectStore>(
  store: S,
  { storeCalls }: Pick<Metrics, "storeCalls">,
): S {
  const measured = (call: string, run: Call): Call => {
    return async (...words) => {
      const end = storeCalls.startTimer({ call });
      try {
        const ask = (): Promise<unknown> => run.apply(store, words);
        const answer = await (isTraced() ? inSpan(`store ${call}`, ask) : ask());
        end({ outcome: "done" });
        return answer;
      } catch (error) {
        end({ outcome: "failed" });
        throw error;
      }
    };
  };
  const calls = new Map<PropertyKey, Call>();
  return new Proxy(store, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(store, name, store);
      if (typeof value !== "function") return value;
      // A driver's private fields are those of the store itself.
      if (!MEASURED.has(name)) return value.bind(store) as unknown;
      const call = calls.get(name) ?? measured(String(name), value as Call);
      calls.set(name, call);
      return call;
    },
  });
}
