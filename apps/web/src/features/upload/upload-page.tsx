/** The selected upload: its folder, its progress and its outcome. */
export function UploadPage(props: { flightId: string; uploadId: string }) {
  return (
    <h1>
      Upload: {props.flightId} : {props.uploadId}
    </h1>
  );
}
