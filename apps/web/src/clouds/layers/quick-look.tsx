import Box from "@mui/material/Box";
import Close from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../platform/api/api.ts";
import { fetchStored, readFirst } from "../../platform/api/api-error.ts";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { Picture } from "../../ui/picture/picture.tsx";
import { pictureOf } from "../../ui/picture/picture-file.ts";
import { formatBytes } from "../../ui/text/format.ts";
import { safeText } from "../../ui/text/safe-text.ts";
import { CloudFault } from "../read/decoders.ts";

/** A quick-look is a small picture: of a larger one nothing is read. */
const MOST_BYTES = 8_000_000;

async function readQuickLook(api: Api, of: QuickLookOf, signal: AbortSignal) {
  const { processingId, name } = of;
  const asked = { params: { processingId }, query: { name }, signal };
  const { url, size } = await api.call(endpoints.openQuickLook, asked);
  if (size > MOST_BYTES)
    throw new CloudFault(`It has ${formatBytes(size)}: too large for a quick-look.`);
  // Whatever it is named: what is drawn is what its first bytes say.
  return pictureOf("quick-look.jpg", await readFirst(await fetchStored(url, signal), size));
}

interface QuickLookOf {
  readonly processingId: string;
  /** Of the image, as its footprint has it. */
  readonly name: string;
}

/** The picture of an image whose footprint was chosen. */
export function QuickLook({ onClose, ...of }: QuickLookOf & { readonly onClose: () => void }) {
  const api = useApi();
  const query = useQuery({
    queryKey: queryKeys.quickLook(of.processingId, of.name),
    queryFn: ({ signal }) => readQuickLook(api, of, signal),
    staleTime: Infinity,
    retry: false,
  });
  const name = safeText(of.name);
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-labelledby="quick-look-title"
      sx={{ p: 1, overflow: "auto", flex: { xs: "none", md: "1 1 0" }, minHeight: 200 }}
    >
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography id="quick-look-title" variant="h2" sx={{ fontSize: "1rem", flexGrow: 1 }}>
          {name}
        </Typography>
        <IconButton size="small" aria-label="Close the quick-look" onClick={onClose}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Fetched
        query={query}
        loading="Loading the quick-look..."
        failed="The quick-look could not be shown"
        severity="warning"
      >
        {({ content, rasters }) => (
          <Picture
            content={content}
            rasters={rasters}
            type="image/jpeg"
            name={`Quick-look of ${name}`}
            onRetry={() => void query.refetch()}
            sx={{ display: "block", maxWidth: 1, maxHeight: 420 }}
          />
        )}
      </Fetched>
    </Paper>
  );
}
