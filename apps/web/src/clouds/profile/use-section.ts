import { useEffect, useState } from "react";
import type { Corridor } from "../points/section-points.ts";
import type { Cloud } from "../read/cloud.ts";
import { loadSection, type Section } from "./load-section.ts";

/** The points of a profile, as far as they were read. */
export interface LoadingSection {
  /** Of the line before, until the first points of this one are there. */
  readonly section: Section | undefined;
  readonly isBusy: boolean;
  readonly error: Error | undefined;
}

const NOTHING = { of: undefined, section: undefined, isBusy: true, error: undefined };

/** Reads the points of a corridor. */
export function useSection(cloud: Cloud, corridor: Corridor): LoadingSection {
  const [loading, setLoading] = useState<LoadingSection & { readonly of: object | undefined }>(
    NOTHING,
  );
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const take = (section: Section): void =>
      setLoading({ of: corridor, section, isBusy: true, error: undefined });
    const load = async (): Promise<void> => {
      try {
        await loadSection(cloud, corridor, { take, signal });
        setLoading((now) => (signal.aborted ? now : { ...now, isBusy: false }));
      } catch (reason) {
        if (signal.aborted) return;
        const error = reason instanceof Error ? reason : new Error(String(reason));
        setLoading({ of: corridor, section: undefined, isBusy: false, error });
      }
    };
    void load();
    return () => controller.abort();
  }, [cloud, corridor]);
  const { of, section, isBusy, error } = loading;
  return of === corridor ? { section, isBusy, error } : { section, isBusy: true, error: undefined };
}
