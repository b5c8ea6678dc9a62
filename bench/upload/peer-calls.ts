/** The form for one file's POST. */
export interface Ticket {
  name: string;
  url: string;
  fields: Record<string, string>;
}

/** The calls that the peers' page answers; times are milliseconds from the files in hand to the last reply. */
export interface PeerCalls {
  bare(tickets: Ticket[]): Promise<number>;
  uppy(endpoint: string): Promise<number>;
  compress(workers: number): Promise<number>;
}
