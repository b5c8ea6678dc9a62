import { useParams } from "@tanstack/react-router";
import { flightIdSchema, uploadIdSchema } from "@swath/contract/ids";
import { UploadPage } from "../../features/upload/upload-page.tsx";
import { usePageTitle } from "../../platform/config/page-title.ts";
import { NotFoundPage } from "../pages/not-found-page.tsx";

/** The selected upload, by the address; another upload is another page. */
export function UploadRoute() {
  const { flightId, uploadId } = useParams({
    from: "/signed-in/upload-area/post/$flightId/uploads/$uploadId",
  });
  const wellFormed =
    flightIdSchema.safeParse(flightId).success && uploadIdSchema.safeParse(uploadId).success;
  if (!wellFormed) return <NotFoundPage />;
  return <SelectedUpload key={uploadId} flightId={flightId} uploadId={uploadId} />;
}

function SelectedUpload(upload: { flightId: string; uploadId: string }) {
  usePageTitle(`Upload ${upload.flightId}`);
  return <UploadPage {...upload} />;
}
