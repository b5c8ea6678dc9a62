/** The screen's quoted texts (document 2, sections 2 and 8), word for word. */
export const TEXT = {
  loadFailed:
    "Load flight or sensor details failed. Please check your network then refresh the page. If you see this issue continually, please re-login.",
  metadataFetchFailed:
    "Failed to fetch metadata. This might be caused by intermitten network connection. Please contact the Administrator to reset the upload.",
  metadataUploadFailed: "Failed to upload metadata. Please try again...",
  inconsistent: "File inconsistency detected. Please select the original folder.",
  underway: "FLIGHT UPLOAD UNDERWAY",
  uploadingInOtherTab:
    "Errors may occur while uploading. Please wait 5 minutes and refresh the page...",
  cancelQuestion:
    "Are you sure you want to cancel the upload? Anything uploaded to this point will be deleted.",
  quitQueueQuestion: "Confirm to quit the upload queue?",
  updateQuestion: "Update Existing Upload?",
  updateWarning:
    "Existing data may be added to or replaced. Replaced files are kept for a time; after it, overwritten data cannot be recovered.",
  syncing: "Sync status with server...",
} as const;

export function headerText(flightId: string, sensorName: string, uploadType: string): string {
  return `Upload: ${flightId} : ${sensorName} : ${uploadType}`;
}

export function cancelledText(flightId: string): string {
  return `The ${flightId} upload job has been successfully cancelled. It will redirect to the dashboard in a few seconds...`;
}
