import { useParams } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { DownloadPage } from "../../processing/download-page.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { NoAreaPage } from "../pages/no-area-page.tsx";

/** Download authorisation; another link is another page. */
export function DownloadRoute() {
  const { parameters, _splat: file = "" } = useParams({
    from: "/signed-in/processing-area/ip/download_auth/$parameters/$",
  });
  const { roles } = useIdentity();
  if (!may(roles, "downloadObject")) return <NoAreaPage />;
  return <DownloadPage key={`${parameters} ${file}`} parameters={parameters} file={file} />;
}
