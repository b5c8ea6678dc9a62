import { keepWork, readSaved } from "@swath/plan/persisted";
import type { PlanWork } from "@swath/plan/state";
import type { PersistedWork } from "../../platform/persisted-work.ts";

const WORK = "work";
const geometryPart = (layerId: string): string => /* code */ `geometry ${layerId}`;

/**
 * The work in parts: what changes with each step in one, the geometry of each layer, which never
 * changes, in one of its own.
 */
function partsOf(work: PlanWork): ReadonlyMap<string, unknown> {
  const { layers, ...kept } = keepWork(work);
  const light = layers.map((layer) => Object.assign({}, layer, { geometry: undefined }));
  return new Map<string, unknown>([
    ...layers.map(({ id, geometry }) => [geometryPart(id), geometry] as const),
    [WORK, { ...kept, layers: light }],
  ]);
}

/** Whether a part never changes once it is there. */
const isLasting = (part: string): boolean => part !== WORK;

/** The work of parts as they were kept; undefined where they are none that can be right. */
function workOf(parts: ReadonlyMap<string, unknown>): PlanWork | undefined {
  const kept = parts.get(WORK);
  if (typeof kept !== "object" || kept === null || !("layers" in kept)) return undefined;
  const { layers } = kept;
  if (!Array.isArray(layers)) return undefined;
  const whole = layers.map((layer: unknown) =>
    typeof layer === "object" && layer !== null && "id" in layer
      ? Object.assign({}, layer, { geometry: parts.get(geometryPart(String(layer.id))) })
      : layer,
  );
  return readSaved({ ...kept, layers: whole });
}

const NAME = "plan";

/** Keeps the work of the page in parts, one change after another; the latest alone where they pile up. */
export class WorkKeeper {
  readonly #store: PersistedWork;
  /** Parts that are kept. */
  #kept = new Set<string>();
  #next: PlanWork | undefined;
  #running: Promise<void> | undefined;

  constructor(store: PersistedWork) {
    this.#store = store;
  }

  /** The work as it was kept; undefined without any, or where it cannot be right. */
  async read(): Promise<PlanWork | undefined> {
    const parts = await this.#store.readAll(NAME);
    this.#kept = new Set(parts.keys());
    return workOf(parts);
  }

  /** Rejects where the browser has no space. */
  keep(work: PlanWork): Promise<void> {
    this.#next = work;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let work = this.#next; work !== undefined; work = this.#next) {
      this.#next = undefined;
      await this.#write(partsOf(work));
    }
  }

  async #write(parts: ReadonlyMap<string, unknown>): Promise<void> {
    // Geometry first: work without it could not be read.
    for (const [part, value] of parts) {
      if (isLasting(part) && this.#kept.has(part)) continue;
      await this.#store.keep(NAME, part, value);
      this.#kept.add(part);
    }
    for (const part of this.#kept) {
      if (parts.has(part)) continue;
      await this.#store.drop(NAME, part);
      this.#kept.delete(part);
    }
  }
}
