import { endpoints } from "@swath/contract/endpoints";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Api, useApi } from "../platform/api/api.ts";
import type { ResultTab } from "./result-tab.ts";
import { type Outcome, VALIDATING } from "./archive-messages.ts";

export interface ArchivePlace {
  readonly bucket: string;
  readonly prefix: string;
}

/** Where an archive is stored, or undefined where its link is none into a store. */
export function archivePlace(link: string | null): ArchivePlace | undefined {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.+)$/.exec(link ?? "") ?? [];
  return bucket === undefined || prefix === undefined ? undefined : { bucket, prefix };
}

/** The explorer at a place. */
export function explorerAddress({ bucket, prefix }: ArchivePlace): string {
  return `/explorer?${new URLSearchParams({ bucket, prefix }).toString()}`;
}

export type OpenTab = (waiting: string) => ResultTab | undefined;

/** What came of a validation; `address` where the explorer is still to be opened by hand. */
export interface Validated {
  readonly outcome: Outcome;
  readonly address: string | undefined;
}

async function validate(
  api: Api,
  place: ArchivePlace | undefined,
  signal: AbortSignal,
): Promise<Outcome> {
  if (place === undefined) return "undecided";
  try {
    const request = { query: { ...place }, signal };
    const { isArchivedSucceed } = await api.call(endpoints.validateArchive, request);
    return isArchivedSucceed ? "succeeded" : "failed";
  } catch {
    // Whatever kept it from an answer, there is none.
    return "undecided";
  }
}

/**
 * Validates archives, one at a time. The tab for the explorer is opened with the click and led there
 * when the archive is whole; in every other case it is closed.
 */
export function useArchiveValidation(
  openTab: OpenTab,
  onValidated: (validated: Validated) => void,
) {
  const api = useApi();
  const running = useRef<{ controller: AbortController; tab: ResultTab | undefined }>(undefined);
  const [validating, setValidating] = useState(false);

  const cancel = useCallback(() => {
    running.current?.controller.abort();
    running.current?.tab?.close();
    running.current = undefined;
    setValidating(false);
  }, []);
  useEffect(() => cancel, [cancel]);

  const browse = useCallback(
    async (link: string | null): Promise<void> => {
      cancel();
      const place = archivePlace(link);
      const run = { controller: new AbortController(), tab: openTab(VALIDATING) };
      running.current = run;
      setValidating(true);
      const outcome = await validate(api, place, run.controller.signal);
      if (running.current !== run) return;
      running.current = undefined;
      setValidating(false);
      const address =
        outcome === "succeeded" && place !== undefined ? explorerAddress(place) : undefined;
      if (address === undefined) run.tab?.close();
      else run.tab?.show(address);
      onValidated({ outcome, address: run.tab === undefined ? address : undefined });
    },
    [api, cancel, openTab, onValidated],
  );
  return { browse, cancel, validating };
}
