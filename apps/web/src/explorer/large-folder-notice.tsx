import Alert from "@mui/material/Alert";
import type { ObjectList } from "@swath/contract/explorer";
import { localSecond } from "../ui/format/time.ts";

type Listed = Pick<ObjectList, "sortedOver" | "fromInventory" | "inventoryTime">;

/** What differs about a folder that is too large to be read at once; nothing for any other. */
export function LargeFolderNotice({ list }: { list: Listed }) {
  if (list.sortedOver === "folder") return null;
  const { fromInventory, inventoryTime } = list;
  return (
    <Alert severity="info" sx={{ borderRadius: 0 }}>
      This folder is too large to be read at once: each page is sorted by itself.{" "}
      {fromInventory && inventoryTime !== null
        ? `It is shown as it was known at ${localSecond(inventoryTime)}, with what Swath changed since.`
        : "Until the inventory of this bucket is complete, folders and files come in the order of the store."}
    </Alert>
  );
}
