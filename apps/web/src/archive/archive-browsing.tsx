import Button from "@mui/material/Button";
import { useCallback, useMemo } from "react";
import type { ReactNode } from "react";
import { ArchiveActionsProvider } from "../platform/area-contexts.ts";
import { WaitingDialog } from "../ui/dialog/modal-dialog.tsx";
import { useSnackbar } from "../ui/feedback/snackbar.tsx";
import { openResultTab } from "./result-tab.ts";
import { OUTCOME_TEXT, VALIDATING } from "./archive-messages.ts";
import { type OpenTab, useArchiveValidation, type Validated } from "./use-archive-validation.ts";

interface Props {
  readonly children: ReactNode;
  readonly openTab?: OpenTab;
}

/** Gives all that is drawn inside the way into archives, by their validation. */
export function ArchiveBrowsing({ children, openTab = openResultTab }: Props) {
  const show = useSnackbar();
  const onValidated = useCallback(
    ({ outcome, address }: Validated): void =>
      show({
        severity: outcome === "succeeded" ? "success" : "error",
        text: OUTCOME_TEXT[outcome],
        action: address === undefined ? undefined : <OpenExplorer address={address} />,
      }),
    [show],
  );
  const { browse, cancel, validating } = useArchiveValidation(openTab, onValidated);
  const actions = useMemo(
    () => ({ browse: (...of: Parameters<typeof browse>) => void browse(...of) }),
    [browse],
  );
  return (
    <ArchiveActionsProvider value={actions}>
      {children}
      <WaitingDialog open={validating} text={VALIDATING} onCancel={cancel} />
    </ArchiveActionsProvider>
  );
}

/** Where the browser refused to open the tab. */
function OpenExplorer({ address }: { address: string }) {
  return (
    <Button color="inherit" size="small" href={address} target="_blank" rel="noopener">
      Open explorer
    </Button>
  );
}
