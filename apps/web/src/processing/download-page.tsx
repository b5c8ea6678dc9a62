import DownloadDone from "@mui/icons-material/DownloadDone";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import { endpoints } from "@swath/contract/endpoints";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useApi } from "../platform/api/api.ts";
import { queryKeys } from "../platform/query/query-keys.ts";
import { saveFile } from "../platform/save-file.ts";
import { LoadFailure, Notice } from "../ui/feedback/notice.tsx";
import { Working } from "../ui/feedback/waiting.tsx";
import { safeText } from "../ui/text/safe-text.ts";

interface DownloadPageProps {
  /** The link's parameters, in one of their two forms. */
  readonly parameters: string;
  /** Path of the file. */
  readonly file: string;
}

const FAILED =
  "Download Authorisation Failed. Please log a support issue per the support icon in the top right.";

/** Authorises one download and begins it (document 3, section 2.8). */
export function DownloadPage({ parameters, file }: DownloadPageProps) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.downloadAuthorisation(parameters, file),
    queryFn: async ({ signal }) => {
      const body = { parameters, file };
      const { url } = await api.call(endpoints.authoriseDownload, { body, signal });
      if (!isDownloadAddress(url)) throw new Error("Nothing can be downloaded from this address.");
      return { url };
    },
    // The server records each authorisation: one per visit.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const begun = useRef<string>(undefined);
  useEffect(() => {
    if (data === undefined || begun.current === data.url) return;
    begun.current = data.url;
    saveFile(data.url);
  }, [data]);
  if (data !== undefined) return <Authorised file={file} url={data.url} />;
  return (
    <Sheet>
      {error === null ? (
        <Working text="Authorising. Download will commence shortly..." fill />
      ) : (
        <LoadFailure level={1} title={FAILED} failure={error} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}

const Sheet = ({ children }: { readonly children: ReactNode }) => (
  <Box sx={{ p: 2 }}>
    <Paper variant="outlined">{children}</Paper>
  </Box>
);

function Authorised({ file, url }: { readonly file: string; readonly url: string }) {
  return (
    <Sheet>
      <output>
        <Notice
          Icon={DownloadDone}
          level={1}
          title={
            <>
              Download Authorised for:{" "}
              <Box component="bdi" sx={{ overflowWrap: "anywhere" }}>
                {safeText(file)}
              </Box>
            </>
          }
        >
          <Link href={url} rel="noopener noreferrer" download>
            Download again
          </Link>
          , within five minutes, if it did not begin.
        </Notice>
      </output>
    </Sheet>
  );
}

/** Whether the address is an HTTP address without credentials, and not a script. */
function isDownloadAddress(address: string): boolean {
  const url = URL.parse(address, location.href);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || url.protocol === "http:";
}
