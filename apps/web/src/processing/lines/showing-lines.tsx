import Button from "@mui/material/Button";
import Tooltip from "@mui/material/Tooltip";
import type { Processing } from "@swath/contract/processing";
import { createContext, type ReactNode, use, useCallback } from "react";
import { useAddressDialog } from "../../ui/dialog/use-address-dialog.ts";
import type { LinesAddress } from "./lines-address.ts";
import { LinesDialog } from "./lines-dialog.tsx";

/** Opens the flight lines of a processing above the list. */
export type OpenLines = (processingId: string) => void;

const LinesContext = createContext<OpenLines | undefined>(undefined);

/** Undefined in a list without a place for the dialog. */
const useOpenLines = (): OpenLines | undefined => use(LinesContext);

interface ShowingLinesProps {
  /** The open lines in the page's address. */
  readonly address: LinesAddress | undefined;
  /** Navigates; `replace`: Back skips the current address. */
  readonly onAddress: (address: LinesAddress | undefined, replace: boolean) => void;
  /** The list. */
  readonly children: ReactNode;
}

/** A list with a dialog of flight lines above it; the browser's way back closes the dialog. */
export function ShowingLines({ address, onAddress, children }: ShowingLinesProps) {
  const { open, close } = useAddressDialog(address, onAddress);
  const openLines = useCallback<OpenLines>(
    (processingId) => open({ processingId, reflight: false }),
    [open],
  );
  return (
    <LinesContext value={openLines}>
      {children}
      {address === undefined ? null : (
        <LinesDialog
          address={address}
          onAddress={(next) => onAddress(next, true)}
          onClose={close}
        />
      )}
    </LinesContext>
  );
}

const ARCHIVED = "The flight is archived";

/** Opens the flight lines of a split flight's area of interest (document 3, section 2.2). */
export function FlightLines({ document }: { document: Processing }) {
  const open = useOpenLines();
  const { _id, isSplitFlight, ProjectAOINo: number, isArchived, SensorID } = document;
  if (!isSplitFlight) return "NA";
  const text = `AOI ${number}`;
  if (isArchived || open === undefined)
    return (
      <Tooltip title={isArchived ? ARCHIVED : ""} describeChild>
        <span>
          <Button size="small" variant="outlined" disabled sx={NARROW}>
            {text}
          </Button>
        </span>
      </Tooltip>
    );
  return (
    <Tooltip title={`Flight lines of area of interest ${number}`}>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Flight lines of ${SensorID}, AOI ${number}`}
        aria-haspopup="dialog"
        onClick={() => open(_id)}
        sx={NARROW}
      >
        {text}
      </Button>
    </Tooltip>
  );
}

/** Keeps the column as narrow as its head. */
const NARROW = { minWidth: 0, px: 0.75, whiteSpace: "nowrap" } as const;
