import Button from "@mui/material/Button";
import { endpoints } from "@swath/contract/endpoints";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useApi, type Api } from "../platform/api/api.ts";
import { ApiError } from "../platform/api/api-error.ts";
import { ArchiveActionsProvider } from "../platform/area-contexts.ts";
import { WaitingDialog } from "../ui/dialog/modal-dialog.tsx";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";
import { openResultTab } from "./result-tab.ts";

/** As documents 1 (sections 2 and 8) and 2 have them. */
const VALIDATING = "Validating archived files...";
const OUTCOME_TEXT = {
  succeeded: "Archive validation succeed",
  failed: "Archive validation failed",
  undecided: "Failed to validate archived files",
  cold: "The archive’s manifest is in cold storage: restore the flight first",
} as const;

interface ArchivePlace {
  readonly bucket: string;
  readonly prefix: string;
}

/** The place of an archive; undefined if its link leads into no store. */
export function archivePlace(link: string | null): ArchivePlace | undefined {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.+)$/.exec(link ?? "") ?? [];
  return bucket === undefined || prefix === undefined ? undefined : { bucket, prefix };
}

/** The explorer at a place. */
export const explorerAddress = ({ bucket, prefix }: ArchivePlace): string =>
  `/explorer?${new URLSearchParams({ bucket, prefix }).toString()}`;

async function validate(
  api: Api,
  place: ArchivePlace,
  signal: AbortSignal,
): Promise<keyof typeof OUTCOME_TEXT> {
  try {
    const request = { query: { ...place }, signal };
    const { isArchivedSucceed } = await api.call(endpoints.validateArchive, request);
    return isArchivedSucceed ? "succeeded" : "failed";
  } catch (error) {
    return error instanceof ApiError && error.code === "OBJECT_COLD" ? "cold" : "undecided";
  }
}

interface ArchiveBrowsingProps {
  readonly children: ReactNode;
  readonly openTab?: (...waiting: Parameters<typeof openResultTab>) => Tab;
}

type Tab = ReturnType<typeof openResultTab>;

/**
 * Gives its children the way into archives. One archive is validated at a time. The tab for the explorer
 * is opened with the click and led there if the archive is whole; in every other case it is closed.
 */
export function ArchiveBrowsing({ children, openTab = openResultTab }: ArchiveBrowsingProps) {
  const api = useApi();
  const show = useSnackbar();
  const running = useRef<{ controller: AbortController; tab: Tab }>(undefined);
  const [isValidating, setValidating] = useState(false);
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
      const outcome = place && (await validate(api, place, run.controller.signal));
      if (running.current !== run) return;
      running.current = undefined;
      setValidating(false);
      const address = place && outcome === "succeeded" ? explorerAddress(place) : undefined;
      if (address === undefined) run.tab?.close();
      else run.tab?.show(address);
      show({
        severity: outcome === "succeeded" ? "success" : "error",
        text: OUTCOME_TEXT[outcome ?? "undecided"],
        // Where the browser refused the tab.
        action:
          address === undefined || run.tab !== undefined ? undefined : (
            <Button color="inherit" size="small" href={address} target="_blank" rel="noopener">
              Open explorer
            </Button>
          ),
      });
    },
    [api, cancel, openTab, show],
  );
  const actions = useMemo(
    () => ({ browse: (...of: Parameters<typeof browse>) => void browse(...of) }),
    [browse],
  );
  return (
    <ArchiveActionsProvider value={actions}>
      {children}
      <WaitingDialog open={isValidating} text={VALIDATING} onCancel={cancel} />
    </ArchiveActionsProvider>
  );
}
