import FactCheckOutlined from "@mui/icons-material/FactCheckOutlined";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { KeyCap } from "../../ui/dialog/shortcuts.ts";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { type QueueList, readQueuePage } from "./queue-query.ts";
import { useOpenReview } from "./review-menu.tsx";
import { stopsOf } from "./use-queue.ts";

const NONE = "Nothing in this list awaits QA";

/**
 * Opens the review of a list's first job that awaits QA, by a press or by Alt+Q; inside the review
 * its own keys lead from one to the next.
 */
export function NextAwaiting({ list }: { readonly list: QueueList }) {
  const api = useApi();
  const queries = useQueryClient();
  const { roles } = useIdentity();
  const open = useOpenReview();
  const show = useSnackbar();
  const [isLooking, setLooking] = useState(false);
  const go = async (): Promise<void> => {
    if (open === undefined || isLooking) return;
    setLooking(true);
    try {
      const { entries } = await queries.fetchQuery(readQueuePage(api, list));
      const [first] = stopsOf(entries, roles);
      if (first === undefined) show({ severity: "info", text: NONE });
      else open(first.row, first.job, "results");
    } catch (error) {
      show({ severity: "error", text: (error as Error).message });
    } finally {
      setLooking(false);
    }
  };
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { altKey, ctrlKey, metaKey, code } = event;
    // A dialog above the list has its own keys.
    const isCovered = document.querySelector("[role=dialog]") !== null;
    if (!altKey || ctrlKey || metaKey || code !== "KeyQ" || isCovered) return;
    event.preventDefault();
    void go();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  if (open === undefined) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<FactCheckOutlined />}
      loading={isLooking}
      aria-keyshortcuts="Alt+Q"
      onClick={() => void go()}
    >
      Next awaiting QA<KeyCap aria-hidden="true">Alt+Q</KeyCap>
    </Button>
  );
}
