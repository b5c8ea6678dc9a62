import { useParams } from "@tanstack/react-router";
import { flightIdSchema, uploadIdSchema } from "@swath/contract/ids";
import { useBrowserUploader } from "../../upload/engine/browser-uploader.ts";
import { UploadPage } from "../../upload/upload-page.tsx";
import { NotFoundPage } from "../pages/not-found-page.tsx";

/** The selected upload, by the address; another upload is another page. */
export function UploadRoute() {
  const { flightId, uploadId } = useParams({
    from: "/signed-in/upload-area/post/$flightId/uploads/$uploadId",
  });
  const createUploader = useBrowserUploader();
  const wellFormed =
    flightIdSchema.safeParse(flightId).success && uploadIdSchema.safeParse(uploadId).success;
  if (!wellFormed) return <NotFoundPage />;
  return (
    <UploadPage
      key={uploadId}
      flightId={flightId}
      uploadId={uploadId}
      createUploader={createUploader}
    />
  );
}
