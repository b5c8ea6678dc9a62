import { type CrsCode, type CrsQuestion, reasonText } from "@swath/plan/load";
import type { LoadedLayer } from "@swath/plan/model";
import { useCallback, useEffect, useState } from "react";
import { plural } from "../../ui/text/format.ts";
import type { FileOutcome, LoadRequest } from "../worker/plan-calls.ts";
import { usePlanWorker } from "../worker/plan-worker.ts";
import { type LoadProblems, NO_PROBLEMS } from "./load-problems.tsx";
import type { Underway } from "./load-progress.tsx";

/** A question that is open, and how it is answered. */
export interface Asked<Question, Answer> {
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
}

/** Asks one question after another: each waits for its answer. */
function useQuestion<Question, Answer>() {
  const [asked, setAsked] = useState<Asked<Question, Answer>>();
  const ask = useCallback(
    (question: Question): Promise<Answer> =>
      new Promise((resolve) => {
        setAsked({
          question,
          answer: (answer) => {
            setAsked(undefined);
            resolve(answer);
          },
        });
      }),
    [],
  );
  return { asked, ask };
}

/** What somebody is asked while files are loaded; each is answered, or cancelled by undefined. */
export type LoadQuestion =
  | { readonly kind: "addOrReplace"; readonly files: number }
  | ({ readonly kind: "crs"; readonly file: string } & CrsQuestion);
export type LoadAnswer = "add" | "replace" | CrsCode | undefined;

export type OnLoaded = (layers: readonly LoadedLayer[], how: "add" | "replace") => void;

interface LoadingOptions {
  /** Files that are given before wait. */
  readonly isReady: boolean;
  readonly isEmpty: boolean;
  readonly onLoaded: OnLoaded;
}

/** Only these can hold geometry: a drop of others alone asks nothing. */
const GEOMETRY = /\.(kmz|shp|zip)$/i;

/**
 * Loads files, one request after another in the order given: asks what must be asked, and says of each
 * file that failed why.
 */
export function useLoading({ isReady, isEmpty, onLoaded }: LoadingOptions) {
  const { asked, ask } = useQuestion<LoadQuestion, LoadAnswer>();
  const [underway, setUnderway] = useState<Underway>();
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [queue, setQueue] = useState<readonly LoadRequest[]>([]);
  const [isBusy, setBusy] = useState(false);
  const worker = usePlanWorker();
  const read = async (request: LoadRequest): Promise<readonly FileOutcome[] | undefined> => {
    const calls = worker.start();
    const [first] = request.files;
    const text = `Loading ${request.files.length === 1 ? first?.name : plural(request.files.length, "file")}`;
    setUnderway({ text, done: undefined, onCancel: () => calls.close() });
    const result = await calls.call("load", request);
    setUnderway(undefined);
    if (result.kind === "answered") return result.value;
    return result.kind === "lost" && result.reason === CLOSED
      ? undefined
      : request.files.map(({ name: file }) => ({ kind: "unread", file, reason: result.reason }));
  };
  const settle = async (outcomes: readonly FileOutcome[]): Promise<readonly FileOutcome[]> => {
    const settled: FileOutcome[] = [];
    for (const outcome of outcomes) {
      if (outcome.kind !== "needsCrs") {
        settled.push(outcome);
        continue;
      }
      const { file } = outcome;
      const crs = await ask({ ...outcome, kind: "crs" });
      const result =
        typeof crs === "number"
          ? await worker.latest()?.call("loadWithCrs", { file, crs })
          : undefined;
      if (result === undefined)
        settled.push({ kind: "unread", file, reason: "No coordinate system was chosen" });
      else if (result.kind === "answered") settled.push(...result.value);
      else settled.push({ kind: "unread", file, reason: result.reason });
    }
    return settled;
  };
  const load = async (request: LoadRequest): Promise<void> => {
    const candidates = request.files.filter(({ name }) => GEOMETRY.test(name)).length;
    const how =
      isEmpty || candidates === 0 ? "add" : await ask({ kind: "addOrReplace", files: candidates });
    if (how !== "add" && how !== "replace") return;
    setProblems(NO_PROBLEMS);
    const outcomes = await read(request);
    if (outcomes === undefined) return;
    const settled = await settle(outcomes);
    const layers = settled.flatMap((each) => (each.kind === "loaded" ? [each.layer] : []));
    // What fails takes nothing away: with nothing to put in its place, what is there stays.
    if (layers.length > 0) onLoaded(layers, how);
    setProblems(problemsOf(settled));
  };
  const start = useCallback(
    (files: readonly File[], by: LoadRequest["by"]): void =>
      setQueue((before) => [...before, { files, by }]),
    [],
  );
  useEffect(() => {
    const [next, ...rest] = queue;
    if (!isReady || isBusy || next === undefined) return;
    setQueue(rest);
    setBusy(true);
    void load(next).finally(() => {
      worker.latest()?.close();
      setBusy(false);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- what it closes over is as new as the page
  }, [queue, isReady, isBusy]);
  return { start, asked, underway, problems, closeProblems: () => setProblems(NO_PROBLEMS) };
}

/** How the calls say that they were cancelled. */
const CLOSED = /* code */ "the worker was closed";

function problemsOf(outcomes: readonly FileOutcome[]): LoadProblems {
  const loaded = outcomes.filter((each) => each.kind === "loaded");
  return {
    refused: outcomes.flatMap((each) => {
      if (each.kind === "refused") return [{ file: each.file, text: reasonText(each) }];
      return each.kind === "unread" ? [{ file: each.file, text: each.reason }] : [];
    }),
    remarks: loaded.flatMap(({ layer: { file }, remarks = [] }) =>
      remarks.map((text) => ({ file, text })),
    ),
    links: loaded.flatMap(({ layer: { file, networkLinks } }) =>
      networkLinks.map(({ address: text }) => ({ file, text })),
    ),
  };
}
