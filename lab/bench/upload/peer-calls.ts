/** The form for one file's POST. */
export interface Ticket {
  name: string;
  url: string;
  fields: Record<string, string>;
}

/** A bucket of S3, as a program calls it. */
export interface S3Bucket {
  /** With its name. */
  address: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** The calls that the peers' page answers; times are milliseconds from the files in hand to the last reply. */
export interface PeerCalls {
  bare(tickets: Ticket[]): Promise<number>;
  uppy(endpoint: string): Promise<number>;
  uppyS3(bucket: S3Bucket): Promise<number>;
  compress(workers: number): Promise<number>;
}
