import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../platform/api/api.ts";
import { POLL_FAST_MS, polling } from "../../platform/query/polling.ts";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { SpokenProgress } from "../../ui/feedback/spoken-progress.tsx";
import { PageCard } from "../../ui/page/page-card.tsx";
import { plural } from "../../ui/text/format.ts";
import { replacementsQuery } from "../upload-queries.ts";
import { type ReplacedOf, ReplacementRow } from "./replacement-row.tsx";

/** What updates replaced, and the way back; nothing where nothing was. */
export function ReplacedFiles(of: ReplacedOf) {
  const query = replacementsQuery(useApi(), of);
  const listed = useQuery({
    ...query,
    ...polling(POLL_FAST_MS),
    enabled: ({ state }) => state.data === undefined || state.data.bringingBack !== null,
  });
  if (listed.isPending) return null;
  if (listed.data?.replacements.length === 0 && listed.data.bringingBack === null) return null;
  return (
    <PageCard title="Replaced files">
      <Fetched
        query={listed}
        loading="Looking for replaced files..."
        failed="The replaced files could not be listed"
        severity="warning"
      >
        {({ replacements, bringingBack }) => (
          <Stack spacing={1.5}>
            {bringingBack !== null && <BringingBack {...bringingBack} />}
            {replacements.map((replacement) => (
              <ReplacementRow
                key={replacement.id}
                {...of}
                replacement={replacement}
                busy={bringingBack !== null}
              />
            ))}
          </Stack>
        )}
      </Fetched>
    </PageCard>
  );
}

function BringingBack({ files, standing }: { files: number; standing: number }) {
  const text = `Bringing ${plural(files, "file")} back: ${standing} in place`;
  const percent = files === 0 ? 0 : (100 * standing) / files;
  return (
    <Box>
      <Typography sx={{ mb: 0.5 }}>{text}</Typography>
      <SpokenProgress percent={percent} text={text} />
      <LinearProgress variant="determinate" value={percent} aria-label="Bringing files back" />
    </Box>
  );
}
