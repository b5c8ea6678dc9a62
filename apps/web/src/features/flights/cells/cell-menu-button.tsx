import ContentCopy from "@mui/icons-material/ContentCopy";
import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import TravelExplore from "@mui/icons-material/TravelExplore";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import MenuItem from "@mui/material/MenuItem";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import type { ReactElement, ReactNode } from "react";
import { useArchiveActions } from "../../../platform/archive-actions.tsx";
import { MenuLink } from "../../../ui/menu-link.tsx";
import { ENTRY_LABEL } from "./cell-menu.ts";
import type { MenuEntry } from "./cell-menu.ts";
import { useCopyLink } from "../../../ui/copy-link.tsx";
import { StatusMenu } from "./status-menu.tsx";
import type { Tone } from "./status-look.ts";

const ICON: Readonly<Record<MenuEntry["action"], typeof ContentCopy>> = {
  copyLink: ContentCopy,
  details: InfoOutlined,
  copyArchiveLink: FolderZipOutlined,
  browseArchive: TravelExplore,
};

interface CellMenuProps {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly entries: readonly MenuEntry[];
  readonly tip: ReactElement;
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A status that opens the menu of its upload. */
export function CellMenu({ flight, upload, entries, tip, tone, children }: CellMenuProps) {
  const archive = useArchiveActions();
  const copy = useCopyLink();
  const item = (entry: MenuEntry, close: () => void): ReactElement => {
    if (entry.action === "details")
      return (
        <MenuLink
          key="details"
          to="/post/$flightId/uploads/$uploadId"
          params={{ flightId: flight.FlightID, uploadId: upload._id }}
        >
          <EntryText entry={entry} />
        </MenuLink>
      );
    const act = (): void => {
      close();
      if (entry.action === "browseArchive") archive?.browse(flight, upload);
      else void copy(entry.link);
    };
    return (
      <MenuItem key={entry.action === "browseArchive" ? "browse" : entry.link} onClick={act}>
        <EntryText entry={entry} />
      </MenuItem>
    );
  };
  const offered = entries.filter(
    ({ action }) => action !== "browseArchive" || archive !== undefined,
  );
  return (
    <StatusMenu
      tip={tip}
      tone={tone}
      entries={(close) => offered.map((entry) => item(entry, close))}
    >
      {children}
    </StatusMenu>
  );
}

function EntryText({ entry }: { entry: MenuEntry }) {
  const Icon = ICON[entry.action];
  return (
    <>
      <ListItemIcon>
        <Icon fontSize="small" />
      </ListItemIcon>
      <ListItemText
        primary={ENTRY_LABEL[entry.action]}
        secondary={"link" in entry ? entry.link : undefined}
        slotProps={{ secondary: { sx: { fontFamily: "monospace", fontSize: "0.74rem" } } }}
      />
    </>
  );
}
