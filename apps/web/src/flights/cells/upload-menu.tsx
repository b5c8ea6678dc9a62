import ContentCopy from "@mui/icons-material/ContentCopy";
import FolderZipOutlined from "@mui/icons-material/FolderZipOutlined";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import TravelExplore from "@mui/icons-material/TravelExplore";
import { archivePathOf } from "@swath/contract/archive";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import type { ReactElement, ReactNode } from "react";
import { useArchiveActions } from "../../platform/area-contexts.ts";
import { useCopyLink } from "../../ui/feedback/snackbar.tsx";
import type { MenuAction } from "../../ui/status/action-menu.tsx";
import { StatusMenu } from "../../ui/status/status-menu.tsx";
import type { Tone } from "../../ui/status/status-pill.ts";
import { ENTRY_LABEL, type MenuEntry } from "./cell-menu.ts";

const ICON: Readonly<Record<MenuEntry["action"], typeof ContentCopy>> = {
  copyLink: ContentCopy,
  details: InfoOutlined,
  copyArchiveLink: FolderZipOutlined,
  browseArchive: TravelExplore,
};

interface UploadMenuProps {
  readonly flight: Flight;
  readonly upload: FlightUpload;
  readonly entries: readonly MenuEntry[];
  readonly tip: ReactElement;
  readonly tone: Tone;
  readonly children: ReactNode;
}

/** A status that opens the menu of its upload. */
export function UploadMenu({ flight, upload, entries, tip, tone, children }: UploadMenuProps) {
  const actionsOf = useEntryActions(flight);
  return (
    <StatusMenu tip={tip} tone={tone} actions={actionsOf(upload, entries)}>
      {children}
    </StatusMenu>
  );
}

/** The menu entries of a flight's uploads as actions; an archive is browsed only where that is offered. */
export function useEntryActions(flight: Flight) {
  const archive = useArchiveActions();
  const copy = useCopyLink();
  const actionOf = (upload: FlightUpload, entry: MenuEntry): MenuAction => {
    const Icon = ICON[entry.action];
    const label = ENTRY_LABEL[entry.action];
    const icon = <Icon fontSize="small" />;
    if (entry.action === "details")
      return { key: "details", label, icon, link: uploadLink(flight, upload) };
    if (entry.action === "browseArchive")
      return {
        key: "browse",
        label,
        icon,
        onSelect: () => archive?.browse(archivePathOf(flight, upload.Type)),
      };
    const { link } = entry;
    return { key: link, label, icon, detail: link, code: true, onSelect: () => void copy(link) };
  };
  return (upload: FlightUpload, entries: readonly MenuEntry[]): readonly MenuAction[] =>
    entries
      .filter(({ action }) => action !== "browseArchive" || archive !== undefined)
      .map((entry) => actionOf(upload, entry));
}

/** Where the details of an upload are. */
export function uploadLink(flight: Flight, upload: FlightUpload) {
  return {
    to: "/post/$flightId/uploads/$uploadId",
    params: { flightId: flight.FlightID, uploadId: upload._id },
  } as const;
}

export const NEW_TAB = { target: "_blank", rel: "noopener" } as const;
