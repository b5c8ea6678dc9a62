import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import DialogContentText from "@mui/material/DialogContentText";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import type { SampleKind } from "@swath/contract/demonstration";
import { endpoints } from "@swath/contract/endpoints";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../platform/api/api.ts";
import { saveFile } from "../platform/save-file.ts";
import { ModalDialog } from "../ui/dialog/modal-dialog.tsx";
import { formatBytes, plural } from "../ui/text/format.ts";
import { Working } from "../ui/feedback/waiting.tsx";
import { TOUR_FLIGHT } from "./tour-steps.ts";
import { canWriteFolders, chooseFolder, writeSampleFolder } from "./write-sample-folder.ts";

const KINDS: readonly (readonly [SampleKind, string])[] = [
  ["valid", "A good folder: it can be uploaded and processed (about 125 MB)"],
  ["faulty", "A folder with a fault to find: the check refuses it and says why"],
];

/** Makes up a folder of the tour's flight, and saves it as a ZIP or into a folder of the drive. */
export function SampleDialog({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const [kind, setKind] = useState<SampleKind>("valid");
  const make = useMutation({
    mutationFn: async (save: (url: string) => Promise<void> | void) => {
      const body = { flightId: TOUR_FLIGHT, kind };
      const made = await api.call(endpoints.makeSampleFolder, { body });
      await save(made.url);
      return made;
    },
  });
  const intoFolder = async (): Promise<void> => {
    const folder = await chooseFolder();
    if (folder !== undefined) make.mutate((url) => writeSampleFolder(url, folder));
  };
  return (
    <ModalDialog
      title="Get a sample folder"
      onClose={make.isPending ? undefined : onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {canWriteFolders() ? (
            <Button variant="outlined" disabled={make.isPending} onClick={() => void intoFolder()}>
              Write into a folder…
            </Button>
          ) : null}
          <Button
            variant="contained"
            disabled={make.isPending}
            onClick={() => make.mutate(saveFile)}
          >
            Save as ZIP
          </Button>
        </>
      }
    >
      <DialogContentText sx={{ mb: 2 }}>
        A folder as a crew brings it from a flight, made up for {TOUR_FLIGHT} with files in their
        real formats. Unpack a ZIP before you choose its folder.
      </DialogContentText>
      <FormControl disabled={make.isPending}>
        <FormLabel id="sample-kind">Folder</FormLabel>
        <RadioGroup
          aria-labelledby="sample-kind"
          value={kind}
          onChange={(_event, value) => setKind(value as SampleKind)}
        >
          {KINDS.map(([value, label]) => (
            <FormControlLabel key={value} value={value} control={<Radio />} label={label} />
          ))}
        </RadioGroup>
      </FormControl>
      {make.isPending ? (
        <Working text="Making the folder; the first time takes half a minute..." />
      ) : null}
      {make.isError ? (
        <Alert severity="error">The folder could not be made: {make.error.message}</Alert>
      ) : null}
      {make.isSuccess ? (
        <Alert severity="success">
          {plural(make.data.files, "file")}, {formatBytes(make.data.bytes)}. Now choose the folder
          on the upload page.
        </Alert>
      ) : null}
    </ModalDialog>
  );
}
