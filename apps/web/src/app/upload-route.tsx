import { useParams } from "@tanstack/react-router";
import { lazy } from "react";

const UploadPage = lazy(async () => {
  const page = await import("../features/upload/upload-page.tsx");
  return { default: page.UploadPage };
});

/** The selected upload, by the address; another upload is another page. */
export function UploadRoute() {
  const { flightId, uploadId } = useParams({ from: "/post/$flightId/uploads/$uploadId" });
  return <UploadPage key={uploadId} flightId={flightId} uploadId={uploadId} />;
}
