import Download from "@mui/icons-material/Download";
import Button from "@mui/material/Button";
import { endpoints } from "@swath/contract/endpoints";
import { type ReceiptHead, receiptName } from "@swath/contract/uploads";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { saveBlob } from "../../platform/save-file.ts";
import { CopyButton } from "../../ui/feedback/snackbar.tsx";
import { plural } from "../../ui/text/format.ts";
import { UploadAlert } from "../upload-alert.tsx";
import type { UploadId } from "../upload-queries.ts";

/** Has the server sign what stands in storage, and saves it. */
export function SaveReceipt(params: UploadId) {
  const api = useApi();
  const receipt = useMutation({
    mutationFn: () => api.call(endpoints.makeReceipt, { params }),
    onSuccess: (made) =>
      saveBlob(
        new Blob([JSON.stringify(made)], { type: "application/json" }),
        receiptName(made.head),
      ),
  });
  return (
    <>
      <Button
        variant="contained"
        startIcon={<Download />}
        loading={receipt.isPending}
        loadingPosition="start"
        onClick={() => receipt.mutate()}
      >
        Save receipt
      </Button>
      <output>
        {receipt.isSuccess && <ReceiptSaved head={receipt.data.head} />}
        {receipt.isError && (
          <UploadAlert severity="error" title="Keep the drive">
            No receipt was made. Refresh the page to list the stored files.
          </UploadAlert>
        )}
      </output>
    </>
  );
}

function ReceiptSaved({ head }: { readonly head: ReceiptHead }) {
  const command = /* code */ `npm run -s verify-receipt -- ${receiptName(head)} FOLDER --server ${window.location.origin}`;
  return (
    <UploadAlert severity="success" title="Receipt saved">
      {`It names ${plural(head.files, "file")} and is signed. Compare the drive before it is wiped. Who has Swath’s source code checks a receipt without this page: `}
      <code>{command}</code>
      <CopyButton text={command} label="Copy the command" />
    </UploadAlert>
  );
}
