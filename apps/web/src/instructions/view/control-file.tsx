import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Instruction, MAX_CONTROL_BYTES } from "@swath/contract/instructions";
import { endpoints } from "@swath/contract/endpoints";
import { useState } from "react";
import { useApi } from "../../platform/api/api.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { formatBytes, utcMinute } from "../../ui/text/format.ts";
import { useFilePicker } from "../../ui/form/use-file-picker.tsx";
import { safeText } from "../../ui/text/safe-text.ts";

/** The control points of an instruction, and their upload. */
export function ControlFile({ instruction }: { instruction: Instruction }) {
  const { _id, controlFileName: name, controlFile: file } = instruction;
  const api = useApi();
  const queries = useQueryClient();
  const [tooLarge, setTooLarge] = useState<string>();
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      const form = new FormData();
      form.append("controlFile", chosen);
      return api.call(endpoints.uploadControlFile, { params: { instructionId: _id }, form });
    },
    onSuccess: (saved) => {
      queries.setQueryData(queryKeys.instruction(_id), saved);
      void queries.invalidateQueries({ queryKey: queryKeys.instructionLists });
    },
  });
  const take = (chosen: File): void => {
    const fits = chosen.size <= MAX_CONTROL_BYTES;
    setTooLarge(fits ? undefined : chosen.name);
    if (fits) upload.mutate(chosen);
  };
  const picker = useFilePicker({
    label: "File of control points",
    accept: ".txt,.csv",
    onPicked: ([chosen]) => take(chosen!),
  });
  if (name === null) return "No control points";
  return (
    <Box sx={{ display: "grid", gap: 1, justifyItems: "start" }}>
      <Box sx={{ fontFamily: "monospace", overflowWrap: "anywhere" }}>{safeText(name)}</Box>
      {file === null ? (
        <Alert severity="warning">
          The file is missing: the delivery of this project waits for it.
        </Alert>
      ) : (
        <div>
          {file.points} control points, {formatBytes(file.bytes)}, uploaded{" "}
          {utcMinute(file.uploaded)}
        </div>
      )}
      <Button
        variant="outlined"
        startIcon={<UploadFileOutlined />}
        loading={upload.isPending}
        onClick={picker.open}
      >
        {file === null ? "Upload control points" : "Replace control points"}
      </Button>
      {picker.input}
      <FormHelperText>
        Lines of name, east, north, height in the target datums, or under a row of column names; at
        most 4 MiB. It is kept under the name above.
      </FormHelperText>
      {tooLarge === undefined ? null : (
        <Alert severity="error">
          {safeText(tooLarge)} is larger than 4 MiB and was not uploaded.
        </Alert>
      )}
      {upload.error === null ? null : (
        <Alert severity="error">It was not uploaded: {upload.error.message}</Alert>
      )}
    </Box>
  );
}
