import { useEffect, useMemo, useState } from "react";
import { MOST_CLOUD_FILES } from "@swath/contract/cloud-names";
import type { JobClouds } from "@swath/contract/clouds";
import { useApi } from "../platform/api/api.ts";
import { Cloud } from "./read/cloud.ts";
import type { CloudPlace } from "./read/cloud-addresses.ts";

/** Files of a cloud, with the names that people know them by. */
export interface CloudFiles extends CloudPlace {
  readonly names: readonly string[];
}

/** The files of a job's clouds, as many as are open at a time. */
export function filesOf({ files }: JobClouds): CloudFiles {
  const listed = files.slice(0, MOST_CLOUD_FILES);
  return {
    bucket: listed[0]!.bucket,
    keys: listed.map(({ key }) => key),
    names: listed.map(({ path }) => path),
  };
}

type Outcome =
  | { readonly state: "failed"; readonly error: Error }
  | { readonly state: "open"; readonly cloud: Cloud };
export type Opening = { readonly retry: () => void } & ({ readonly state: "opening" } | Outcome);

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

async function outcomeOf(opening: Promise<Cloud>): Promise<Outcome> {
  try {
    return { state: "open", cloud: await opening };
  } catch (error) {
    return { state: "failed", error: asError(error) };
  }
}

/** Opens the files of a cloud as long as it is shown. */
export function useCloud(files: CloudFiles): Opening {
  const api = useApi();
  const [attempt, setAttempt] = useState(1);
  const asked = useMemo(() => ({ files, attempt }), [files, attempt]);
  const [ended, setEnded] = useState<{ readonly of: object; readonly outcome: Outcome }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const open = async (): Promise<void> => {
      const outcome = await outcomeOf(Cloud.open(api, asked.files, asked.files.names, signal));
      if (!signal.aborted) setEnded({ of: asked, outcome });
    };
    void open();
    return () => controller.abort();
  }, [api, asked]);
  const retry = (): void => setAttempt((count) => count + 1);
  return ended?.of === asked ? { ...ended.outcome, retry } : { state: "opening", retry };
}
