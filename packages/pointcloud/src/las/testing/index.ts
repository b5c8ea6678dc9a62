export { keyDirectory, lasBytes } from "./las-bytes.ts";
export { EXTRA_BYTES, plannedRecords } from "./planned-records.ts";
