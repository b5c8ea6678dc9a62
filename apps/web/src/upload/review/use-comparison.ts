import type { Equality } from "@swath/contract/uploads";
import { compareContent, type ComparedFile, type Comparison } from "@swath/upload-engine";
import { browserHasher } from "@swath/upload-engine/browser";
import { useEffect, useRef, useState } from "react";
import { throttled } from "../throttled.ts";

export type ComparisonPhase =
  | { readonly name: "idle" | "compared" }
  | { readonly name: "comparing"; readonly doneBytes: number; readonly totalBytes: number }
  /** With the file that could not be read, if it was that. */
  | { readonly name: "failed"; readonly path?: string };

/** The comparison of files with what is stored of them, by content. */
export interface FolderComparison {
  readonly phase: ComparisonPhase;
  readonly equality: Equality;
  readonly start: (files: readonly ComparedFile[]) => void;
  readonly stop: () => void;
}

const NOT_COMPARED: Equality = new Map();
const now = (): number => performance.now();

/** Compares on demand, in a worker; what is under way ends with the component. */
export function useComparison(): FolderComparison {
  const [phase, setPhase] = useState<ComparisonPhase>({ name: "idle" });
  const [equality, setEquality] = useState(NOT_COMPARED);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const compare = async (files: readonly ComparedFile[]): Promise<void> => {
    const { signal } = (running.current = new AbortController());
    const totalBytes = files.reduce((sum, { file }) => sum + file.size, 0);
    const onProgress = throttled(now, (doneBytes: number) =>
      setPhase({ name: "comparing", doneBytes, totalBytes }),
    );
    setPhase({ name: "comparing", doneBytes: 0, totalBytes });
    const hasher = browserHasher();
    try {
      const outcome = await compareContent(files, { hasher, signal, onProgress });
      if (outcome.kind === "compared") setEquality(outcome.equality);
      setPhase(phaseAfter(outcome));
    } catch (error) {
      reportError(error);
      setPhase({ name: "failed" });
    } finally {
      hasher.close();
    }
  };
  return {
    phase,
    equality,
    start: (files) => void compare(files),
    stop: () => running.current?.abort(),
  };
}

function phaseAfter(outcome: Comparison): ComparisonPhase {
  if (outcome.kind === "unreadable") return { name: "failed", path: outcome.path };
  return { name: outcome.kind === "compared" ? "compared" : "idle" };
}
