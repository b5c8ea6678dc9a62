import ExpandMore from "@mui/icons-material/ExpandMore";
import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import type { ReplacedFile, Replacement } from "@swath/contract/uploads";
import { useState } from "react";
import { useApi } from "../../platform/api/api-context.tsx";
import { Fetched } from "../../ui/feedback/fetched.tsx";
import { replacedFilesQuery } from "../upload-queries.ts";
import { BringBackDialog } from "./bring-back-dialog.tsx";
import type { ReplacedOf } from "./replaced-files.tsx";
import { ReplacedFileTable } from "./replaced-file-table.tsx";
import { bringBackText, replacementSummary, replacementTitle } from "./replaced-text.ts";

interface Props extends ReplacedOf {
  readonly replacement: Replacement;
  /** Files are being brought back. */
  readonly busy: boolean;
}

/** One replacement; its files are listed once it is opened. */
export function ReplacementRow({ replacement, ...props }: Props) {
  const { fault, files } = replacement;
  return (
    <>
      {fault !== null && (
        <Alert severity="warning">{`${replacementTitle(replacement)}. Not brought back, because they were not kept whole: ${fault}`}</Alert>
      )}
      {files > 0 && (
        <Accordion
          variant="outlined"
          disableGutters
          slotProps={{ transition: { unmountOnExit: true }, heading: { component: "h4" } }}
        >
          <AccordionSummary expandIcon={<ExpandMore />}>
            <Box>
              <Typography>{replacementTitle(replacement)}</Typography>
              <Typography variant="body2" sx={{ color: "text.secondary" }}>
                {replacementSummary(replacement)}
              </Typography>
            </Box>
          </AccordionSummary>
          <AccordionDetails>
            <Files replacement={replacement} {...props} />
          </AccordionDetails>
        </Accordion>
      )}
    </>
  );
}

function Files({ replacement, ...props }: Props) {
  const { flightId, uploadId } = props;
  const files = useQuery(replacedFilesQuery(useApi(), flightId, uploadId, replacement.id));
  return (
    <Fetched
      query={files}
      loading="Listing the files..."
      failed="The files could not be listed"
      severity="warning"
    >
      {(data) => <Chosen {...props} replacement={replacement} files={data.files} />}
    </Fetched>
  );
}

function Chosen({
  files,
  mayBringBack,
  busy,
  ...of
}: Props & { readonly files: readonly ReplacedFile[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const paths = chosen.size === 0 || chosen.size === files.length ? undefined : [...chosen];
  return (
    <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Box sx={{ width: 1, minWidth: 0 }}>
        <ReplacedFileTable
          files={files}
          chosen={chosen}
          onChoose={mayBringBack ? setChosen : undefined}
        />
      </Box>
      {mayBringBack && (
        <Button variant="outlined" disabled={busy} onClick={() => setAsking(true)}>
          {bringBackText(paths?.length, files.length)}
        </Button>
      )}
      {asking && (
        <BringBackDialog
          {...of}
          title={bringBackText(paths?.length, files.length)}
          paths={paths}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
}
