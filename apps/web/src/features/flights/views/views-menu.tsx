import Menu from "@mui/material/Menu";
import { useQuery } from "@tanstack/react-query";
import type { FlightFilters, View } from "@swath/contract/flights";
import { may } from "@swath/contract/identity";
import { useState } from "react";
import { useApi } from "../../../platform/api/api-context.tsx";
import { useIdentity } from "../../../platform/session/session-context.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { sameFilters } from "../../../ui/filters/filter-draft.ts";
import { useSnackbar } from "../../../ui/snackbar/snackbar-context.ts";
import { FLIGHT_FILTERS } from "../filters/flight-filter-set.ts";
import { NameViewDialog } from "./name-view-dialog.tsx";
import { viewActions } from "./view-actions.tsx";
import type { ViewTask } from "./view-actions.tsx";
import { viewItems } from "./view-items.tsx";
import { useDeleteView, useKeepView, viewFault, viewsQuery } from "./view-queries.ts";

interface ViewsMenuProps {
  /** The button that it hangs from; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  readonly filters: FlightFilters;
  readonly onFilters: (filters: FlightFilters) => void;
}

/** The open view is one that holds the page's own filters; the user's own before another's. */
function openView(views: readonly View[], filters: FlightFilters): View | undefined {
  const matching = views.filter((view) => sameFilters(FLIGHT_FILTERS, view.filters, filters));
  return matching.find(({ isOwn }) => isOwn) ?? matching[0];
}

/** Views to open, and what can be done with the one that is open. */
export function ViewsMenu({ anchor, onClose, filters, onFilters }: ViewsMenuProps) {
  const { data: views, isError } = useQuery(viewsQuery(useApi()));
  const mayKeep = may(useIdentity().roles, "keepViews");
  const [task, setTask] = useState<ViewTask>();
  const show = useSnackbar();
  const share = useKeepView(() => undefined);
  const current = openView(views ?? [], filters);
  const toggleShared = (view: View): void =>
    share.mutate(
      { ...view, shared: !view.shared },
      { onError: (error) => show({ severity: "error", text: viewFault(error) }) },
    );
  const begin = (next: ViewTask): void => {
    onClose();
    if (next.kind === "share") toggleShared(next.view);
    else setTask(next);
  };
  const onOpen = (view: View): void => {
    onClose();
    onFilters(view.filters);
  };
  const done = (): void => setTask(undefined);
  return (
    <>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={onClose}
        // Within the page's landmark.
        disablePortal
        slotProps={{
          list: { "aria-labelledby": "views-button" },
          paper: { sx: { minWidth: 260, maxWidth: 420, maxHeight: 560 } },
        }}
      >
        {viewItems({ views, failed: isError, current, onOpen })}
        {mayKeep ? viewActions(current, begin) : null}
      </Menu>
      {task?.kind === "delete" ? <DeleteViewDialog view={task.view} onDone={done} /> : null}
      {task?.kind === "name" ? (
        <NameViewDialog view={task.view} filters={filters} onDone={done} />
      ) : null}
    </>
  );
}

/** Asks before a view is deleted. */
function DeleteViewDialog({ view, onDone }: { view: View; onDone: () => void }) {
  const remove = useDeleteView(onDone);
  return (
    <ConfirmDialog
      title="Delete view"
      width="xs"
      confirm="Delete"
      destructive
      busy={remove.isPending}
      error={remove.error === null ? undefined : viewFault(remove.error)}
      onConfirm={() => remove.mutate(view)}
      onCancel={onDone}
      text={`"${view.name}" will be gone${view.shared ? " for everyone" : ""}.`}
    />
  );
}
